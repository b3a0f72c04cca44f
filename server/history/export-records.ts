import type { SessionSummary } from '../contract/session.ts';
import type { RecordPlace } from '../engine/record-types.ts';
import { AppError } from '../errors.ts';
import type { ReadScope } from '../visibility/scope.ts';
import { maskSecrets } from './export-mask.ts';

const LINE_FEED = Uint8Array.of(0x0a);

/**
 * Every stored record of a session with a line feed behind it, in the order of its files; secrets masked. Reads a page at
 * a time. Throws `gone` when the session goes, or is hidden, before its end.
 */
export async function* exportRecords(
  { engine, reach }: ReadScope,
  session: SessionSummary,
): AsyncGenerator<Uint8Array, void, undefined> {
  let after: RecordPlace | null = null;
  let count = 0;
  for (;;) {
    const records: Awaited<ReturnType<typeof engine.recordPlaces>> = await engine.recordPlaces(reach, {
      sessionId: session.id,
      after,
    });
    for (const { bytes } of records) {
      yield maskRecord(bytes);
      yield LINE_FEED;
    }
    count += records.length;
    after = records.at(-1) ?? null;
    if (after === null) break;
  }
  if (count < session.entries) throw wentMeanwhile();
}

/** The very bytes that were imported, unless they hold a secret. Only then bytes that are no UTF-8 become U+FFFD. */
function maskRecord(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const masked = maskSecrets(text);
  return masked === text ? bytes : Buffer.from(masked);
}

export function wentMeanwhile(): AppError {
  return new AppError('gone', 'The session was deleted or hidden while it was exported. The file is not whole.');
}
