/** UTF-8 bytes of a value as JSON: what all caps of the tools count. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** A reply that tells its own size: `bytes` counts all of its JSON, this field included. */
export function withBytes<Reply extends object>(reply: Reply): Reply & { readonly bytes: number } {
  const rest = jsonBytes({ ...reply, bytes: 0 }) - 1;
  let bytes = rest + 1;
  while (rest + String(bytes).length !== bytes) bytes = rest + String(bytes).length;
  return { ...reply, bytes };
}
