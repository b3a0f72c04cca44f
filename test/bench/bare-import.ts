import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';

const TRANSACTION_ROWS = 1000;
/** As the store itself is opened. */
const PRAGMAS = [
  'journal_mode = WAL',
  'synchronous = FULL',
  'foreign_keys = ON',
  'secure_delete = ON',
  'cell_size_check = ON',
  'cache_size = -32768',
  'wal_autocheckpoint = 8000',
];
const TABLE = `CREATE VIRTUAL TABLE message USING fts5(text,
  tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'", prefix = '1 2')`;

/** The least that an import can do: parse each line, insert each message's text. */
export function bareImport(
  file: string,
  folders: readonly string[],
): { seconds: number; cpuSeconds: number; databaseBytes: number } {
  const startedMs = performance.now();
  const startedCpu = process.cpuUsage();
  const client = new Database(file);
  for (const pragma of PRAGMAS) client.pragma(pragma);
  client.exec(TABLE);
  const insert = client.prepare<[string]>('INSERT INTO message (text) VALUES (?)');
  let rows = 0;
  client.exec('BEGIN IMMEDIATE');
  for (const text of texts(folders)) {
    insert.run(text);
    rows += 1;
    if (rows % TRANSACTION_ROWS === 0) client.exec('COMMIT; BEGIN IMMEDIATE');
  }
  client.exec('COMMIT');
  client.close();
  const { user, system } = process.cpuUsage(startedCpu);
  return {
    seconds: (performance.now() - startedMs) / 1000,
    cpuSeconds: (user + system) / 1e6,
    databaseBytes: statSync(file).size,
  };
}

type Line = {
  readonly message?: {
    readonly role?: string;
    readonly content?: string | readonly { readonly type: string; readonly text?: string }[];
  };
};

function* texts(folders: readonly string[]): Generator<string> {
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.jsonl')) continue;
      for (const line of readFileSync(path.join(folder, name), 'utf8').split('\n')) {
        const message = parse(line)?.message;
        if (message?.role !== 'user' && message?.role !== 'assistant') continue;
        const text = textOf(message.content ?? []);
        if (text !== '') yield text;
      }
    }
  }
}

/** Real files hold broken lines too. */
function parse(line: string): Line | null {
  try {
    return JSON.parse(line) as Line | null;
  } catch {
    return null;
  }
}

function textOf(content: NonNullable<NonNullable<Line['message']>['content']>): string {
  if (typeof content === 'string') return content;
  return content.flatMap((block) => (block.type === 'text' ? [block.text ?? ''] : [])).join('\n');
}
