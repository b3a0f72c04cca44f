export type BenchOptions = {
  /** Of the corpus. Where several sizes are measured, the first of them. */
  readonly messages: number;
  readonly sizes: readonly number[];
  readonly seed: number;
  /** Of each query; of faults, how many damaged files; of appends, how many kills. */
  readonly runs: number;
  /** Keeps the corpus and its store for the next time. */
  readonly folder: string | null;
  /** What is measured, where it is not made: a folder. */
  readonly target: string | null;
  readonly bundlesDir: string;
  /** Folder of real transcripts; what is not there is not measured. */
  readonly real: string;
  /** Measure the memory of importing a gigabyte too: in one file, and in many. */
  readonly isLarge: boolean;
};
