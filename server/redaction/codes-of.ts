/** A text's UTF-16 units as numbers: loops over every character run several times as fast on them as on the text. */
export function codesOf(text: string): Uint16Array {
  const bytes = Buffer.allocUnsafeSlow(text.length * Uint16Array.BYTES_PER_ELEMENT);
  bytes.write(text, 'utf16le');
  return new Uint16Array(bytes.buffer);
}
