import { spawnSync } from 'node:child_process';

const GREP_RUNS = 3;

export type GrepFigures = { readonly name: 'rg' | 'grep'; readonly medianMs: number };

/** Lists the lines of a folder's files that hold a word, as one does without a search engine: with ripgrep, or grep. */
export function timeGrep(folder: string, word: string): GrepFigures {
  const hasRipgrep = spawnSync('rg', ['--version']).error === undefined;
  const [name, args] = hasRipgrep
    ? (['rg', ['--fixed-strings', '--ignore-case', '--no-ignore', word, folder]] as const)
    : (['grep', ['-r', '-F', '-i', word, folder]] as const);
  const times: number[] = [];
  for (let run = 0; run < GREP_RUNS; run += 1) {
    const startedMs = performance.now();
    const { status, error } = spawnSync(name, args, { maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'inherit'] });
    if (error !== undefined || status !== 0) throw new Error(`${name} finds no "${word}"`, { cause: error });
    times.push(performance.now() - startedMs);
  }
  return { name, medianMs: times.toSorted((a, b) => a - b)[GREP_RUNS >> 1] ?? Number.NaN };
}
