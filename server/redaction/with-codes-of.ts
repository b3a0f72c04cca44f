/** A larger buffer is not kept for the next text. */
const MAX_IDLE_CODES = 262_144;
const BYTES_EACH = Uint16Array.BYTES_PER_ELEMENT;

let idle = Buffer.allocUnsafeSlow(8192 * BYTES_EACH);

/** `codesOf` for as long as an act runs, in a buffer that the next text is read into: to allocate one a text costs more. */
export function withCodesOf<Result>(text: string, act: (codes: Uint16Array) => Result): Result {
  const bytes = text.length * BYTES_EACH;
  const buffer = bytes <= idle.length ? idle : Buffer.allocUnsafeSlow(bytes);
  // An act that reads another text meanwhile gets a buffer of its own.
  idle = Buffer.alloc(0);
  buffer.write(text, 'utf16le');
  const result = act(new Uint16Array(buffer.buffer, buffer.byteOffset, text.length));
  if (buffer.length <= MAX_IDLE_CODES * BYTES_EACH) idle = buffer;
  return result;
}
