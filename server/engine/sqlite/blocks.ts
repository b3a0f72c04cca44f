import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Connection } from './open.ts';
import { prepared } from './prepared.ts';

/** Records are compressed together up to this many bytes: alone, each would carry its own dictionary. */
const BLOCK_BYTES = 262_144;
/** A tenth larger than level 6, in half of its time. */
const COMPRESSION_LEVEL = 2;
/** Node has four threads for it. */
const BLOCKS_AT_ONCE = 4;
const CHUNK_BYTES_SPARE = 1024;

const deflate = promisify(deflateRaw);

export type PackedRecord = { readonly blockId: number; readonly offset: number; readonly byteLength: number };

/** Compressed records, and how long each of them is. */
export type PackedBlock = { readonly data: Uint8Array<ArrayBuffer>; readonly byteLengths: readonly number[] };

/**
 * Compresses the records of several sessions in threads, outside of any transaction: others may write meanwhile. A few
 * blocks at a time, since each takes half a megabyte while it is made.
 */
export async function packRecords(
  sessions: readonly (readonly Uint8Array[])[],
): Promise<readonly (readonly PackedBlock[])[]> {
  const groups = sessions.map(inBlocks);
  const waiting = groups.flat().values();
  const packed = new Map<readonly Uint8Array[], PackedBlock>();
  const work = async (): Promise<void> => {
    for (const group of waiting) packed.set(group, await packBlock(group));
  };
  await Promise.all(Array.from({ length: BLOCKS_AT_ONCE }, work));
  return groups.map((each) => each.flatMap((group) => packed.get(group) ?? []));
}

/** The same at once, inside a transaction: for the few records of an append. */
export function packRecordsNow(records: readonly Uint8Array[]): readonly PackedBlock[] {
  return inBlocks(records).map((group) => {
    const data = deflateRawSync(Buffer.concat(group), { level: COMPRESSION_LEVEL });
    return { data: new Uint8Array(data), byteLengths: group.map((bytes) => bytes.byteLength) };
  });
}

async function packBlock(group: readonly Uint8Array[]): Promise<PackedBlock> {
  const bytes = Buffer.concat(group);
  // Room for all of it at once: nothing that is compressed grows by more than a few bytes.
  const chunkSize = bytes.byteLength + CHUNK_BYTES_SPARE;
  const data = await deflate(bytes, { level: COMPRESSION_LEVEL, chunkSize });
  // A copy, which alone has its buffer and can be handed to a thread as it is.
  return { data: new Uint8Array(data), byteLengths: group.map((each) => each.byteLength) };
}

/** Stores blocks and gives each record's place, in the order handed in. Runs inside the caller's transaction. */
export function storeBlocks(
  connection: Connection,
  owner: { sessionId: number; sourceId: number },
  blocks: readonly PackedBlock[],
): readonly PackedRecord[] {
  const insert = prepared<[number, number, Uint8Array]>(
    connection,
    'INSERT INTO record_block (session_id, source_id, data) VALUES (?, ?, ?)',
  );
  return blocks.flatMap(({ data, byteLengths }) => {
    const blockId = Number(insert.run(owner.sessionId, owner.sourceId, data).lastInsertRowid);
    let end = 0;
    return byteLengths.map((byteLength) => {
      end += byteLength;
      return { blockId, offset: end - byteLength, byteLength };
    });
  });
}

function inBlocks(records: readonly Uint8Array[]): readonly (readonly Uint8Array[])[] {
  const groups: (readonly Uint8Array[])[] = [];
  for (let start = 0; start < records.length; ) {
    const group = takeBlock(records, start);
    groups.push(group);
    start += group.length;
  }
  return groups;
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
