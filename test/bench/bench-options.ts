export type BenchOptions = {
  readonly messages: number;
  readonly seed: number;
  /** Of each query. */
  readonly runs: number;
  /** Keeps the corpus and its store for the next time. */
  readonly folder: string | null;
  readonly bundlesDir: string;
};
