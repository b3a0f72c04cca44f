/** Writes ZIP archives for tests, also such as no honest program writes. */
import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Unix mode as archives keep it; a regular file unless said otherwise. */
  readonly mode?: number;
  /** The size that the archive states. */
  readonly statedSize?: number;
  readonly isEncrypted?: boolean;
};

export const SYMLINK = 0o120777;
const REGULAR = 0o100644;
const DEFLATED = 8;

export function zipOf(...entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const content = Buffer.from(entry.content);
    const packed = deflateRawSync(content);
    const name = Buffer.from(entry.name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800 | (entry.isEncrypted === true ? 1 : 0), 2); // names are UTF-8
    common.writeUInt16LE(DEFLATED, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.byteLength, 14);
    common.writeUInt32LE(entry.statedSize ?? content.byteLength, 18);
    common.writeUInt16LE(name.byteLength, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((entry.mode ?? REGULAR) << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), common, tail, name]));
    parts.push(local);
    offset += local.byteLength;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(central.byteLength, 8);
  end.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...parts, central, Buffer.from('PK\x05\x06'), end]));
}
