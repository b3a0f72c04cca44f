import type { ImportProgress } from '../contract/import.ts';
import { formatBytes, printable } from './output.ts';

const REDRAW_MS = 100;
const BAR_WIDTH = 24;

/** A line that redraws itself on a terminal; silent when standard error is none. */
export class ProgressLine {
  readonly #startedMs = Date.now();
  #drawnMs = 0;

  update(progress: ImportProgress): void {
    const nowMs = Date.now();
    if (!process.stderr.isTTY || nowMs - this.#drawnMs < REDRAW_MS) return;
    this.#drawnMs = nowMs;
    const share = progress.bytesTotal === 0 ? 1 : Math.min(1, progress.bytesDone / progress.bytesTotal);
    const filled = Math.round(share * BAR_WIDTH);
    const rate = progress.bytesDone / Math.max(0.001, (nowMs - this.#startedMs) / 1000);
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
    const text = `${bar} ${progress.filesDone}/${progress.filesTotal} files  ${formatBytes(progress.bytesDone)} of ${formatBytes(progress.bytesTotal)}  ${formatBytes(rate)}/s  ${progress.path.split('/').at(-1) ?? ''}`;
    const columns = process.stderr.columns ?? 80;
    process.stderr.write(`\r\u001B[2K${printable(text).slice(0, columns - 1)}`);
  }

  end(): void {
    if (process.stderr.isTTY) process.stderr.write('\r\u001B[2K');
  }
}
