import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { Random } from './random.ts';
import { sessionRecords } from './session-records.ts';
import { Texts } from './texts.ts';

const START_MS = Date.UTC(2020, 0, 1);
const CHUNK_CHARACTERS = 1_000_000;

/** One session of about so many bytes, of the same records as the corpus. Gives the bytes written. */
export function writeLargeFile(file: string, { bytes, seed }: { bytes: number; seed: number }): number {
  const random = new Random(seed);
  const plan = { sessionId: random.uuid(), messages: Number.MAX_SAFE_INTEGER, startMs: START_MS };
  mkdirSync(path.dirname(file), { recursive: true });
  const descriptor = openSync(file, 'w');
  let written = 0;
  let lines = '';
  for (const { record } of sessionRecords(plan, random, new Texts(random))) {
    lines += `${JSON.stringify(record)}\n`;
    if (lines.length < CHUNK_CHARACTERS) continue;
    written += writeSync(descriptor, lines);
    lines = '';
    if (written >= bytes) break;
  }
  closeSync(descriptor);
  return written;
}
