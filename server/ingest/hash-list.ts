const HASH_BYTES = 8;
const FIRST_CAPACITY = 256;

/** First 8 bytes of many SHA-256 hashes: as strings they would take five times the memory. */
export class HashList {
  #bytes = Buffer.alloc(FIRST_CAPACITY * HASH_BYTES);
  #length = 0;

  add(hash: Buffer): void {
    if (this.#length === this.#bytes.length) {
      const larger = Buffer.alloc(this.#bytes.length * 2);
      this.#bytes.copy(larger);
      this.#bytes = larger;
    }
    hash.copy(this.#bytes, this.#length, 0, HASH_BYTES);
    this.#length += HASH_BYTES;
  }

  /** As hex. */
  at(index: number): string | undefined {
    const start = index * HASH_BYTES;
    return start < this.#length ? this.#bytes.toString('hex', start, start + HASH_BYTES) : undefined;
  }
}
