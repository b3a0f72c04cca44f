/** What the command line prints: results on standard output, everything else on standard error. */

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

export function printLine(line: string): void {
  process.stdout.write(`${printable(line)}\n`);
}

export function printNotice(line: string): void {
  process.stderr.write(`${printable(line)}\n`);
}

/** Text of transcripts can hold escape sequences that a terminal would obey, and marks that reverse what is read. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, (character) =>
    character === '\n' || character === '\t' ? character : '\uFFFD',
  );
}

/** A file's name can hold a line feed: printed as it is, it could forge a line of a report. */
export function inOneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ␊ ');
}

export function formatTime(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')}Z`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['KB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value.toFixed(1)} ${units[unit] ?? ''}`;
}

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
