/** Sending files that grow: what the client and the server agree on. Sizes and offsets are bytes. */
import { z } from 'zod';

/** Of one request's body. */
export const PUSH_BODY_MAX = 4_194_304;
const SHA256 = /^[0-9a-f]{64}$/;
/** One part of a path: no folder of its own, nothing that cannot be seen. */
const PART = /^(?!\.{1,2}$)[^/\\\p{C}]+$/u;
const PART_MAX_BYTES = 200;
const PARTS_MAX = 32;

/** The SHA-256 of no bytes. */
export const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

function isPart(part: string): boolean {
  return PART.test(part) && new TextEncoder().encode(part).length <= PART_MAX_BYTES;
}

/** A path below a place, with `/` between its parts. */
export function isPushName(name: string): boolean {
  const parts = name.split('/');
  return parts.length <= PARTS_MAX && parts.every(isPart);
}

export const pushInput = z.strictObject({
  /** Where the files lie: one folder of one machine. */
  place: z.string().max(100).refine(isPart, 'This is no name of a place'),
  name: z.string().max(1000).refine(isPushName, 'This is no path below a place'),
  /** Where the body goes: the size that the server has. */
  offset: z.coerce.number().int().min(0),
  /** Of all bytes before the offset, as the sender has them, in hexadecimal. */
  prefix: z.string().regex(SHA256, 'This is no SHA-256'),
  /** 1: the file begins anew with this body. */
  replace: z.enum(['0', '1']).default('0'),
});
export type PushInput = Readonly<z.infer<typeof pushInput>>;

/** What the server has of a file, on disk. */
export const pushStateSchema = z.strictObject({ size: z.int(), sha256: z.string() });
export type PushState = Readonly<z.infer<typeof pushStateSchema>>;
