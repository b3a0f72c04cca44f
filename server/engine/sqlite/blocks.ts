import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Connection } from './open.ts';

/** Records are compressed together up to this many bytes: alone, each would carry its own dictionary. */
const BLOCK_BYTES = 262_144;
const COMPRESSION_LEVEL = 6;

export type PackedRecord = { readonly blockId: number; readonly offset: number; readonly byteLength: number };

/** Stores records in blocks and gives each one's place, in the order handed in. Runs inside the caller's transaction. */
export function packRecords(
  connection: Connection,
  owner: { sessionId: number; sourceId: number },
  records: readonly Uint8Array[],
): readonly PackedRecord[] {
  const insert = connection.client.prepare<[number, number, Buffer]>(
    'INSERT INTO record_block (session_id, source_id, data) VALUES (?, ?, ?)',
  );
  const places: PackedRecord[] = [];
  for (let start = 0; start < records.length; ) {
    const group = takeBlock(records, start);
    const data = deflateRawSync(Buffer.concat(group), { level: COMPRESSION_LEVEL });
    const blockId = Number(insert.run(owner.sessionId, owner.sourceId, data).lastInsertRowid);
    let offset = 0;
    for (const bytes of group) {
      places.push({ blockId, offset, byteLength: bytes.byteLength });
      offset += bytes.byteLength;
    }
    start += group.length;
  }
  return places;
}

/** At least one record; more as long as they fit. */
function takeBlock(records: readonly Uint8Array[], start: number): readonly Uint8Array[] {
  let total = 0;
  let end = start;
  for (let bytes = records[end]; bytes !== undefined; bytes = records[end]) {
    if (end > start && total + bytes.byteLength > BLOCK_BYTES) break;
    total += bytes.byteLength;
    end += 1;
  }
  return records.slice(start, end);
}

/**
 * Gives the exact bytes of records. It keeps the block it read last, since readers go through a session in order; so
 * make one for each reading, inside one transaction or statement's result.
 */
export function recordReader(connection: Connection): (place: PackedRecord) => Uint8Array {
  const select = connection.client.prepare<[number], { data: Buffer }>('SELECT data FROM record_block WHERE id = ?');
  let last: { blockId: number; data: Buffer } | null = null;
  return (place) => {
    if (last?.blockId !== place.blockId) {
      last = { blockId: place.blockId, data: inflateRawSync(select.get(place.blockId)?.data ?? Buffer.alloc(0)) };
    }
    return last.data.subarray(place.offset, place.offset + place.byteLength);
  };
}
