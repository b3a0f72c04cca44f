/** The order in which records are read. */
export type RecordPlace = { readonly windowId: number; readonly position: number };

/** Where a stored record came from, for proving that it is kept byte for byte. */
export type RecordCheck = RecordPlace & {
  readonly path: string;
  /** SHA-256 of the whole file when its last import finished, as hex; null while one is under way. */
  readonly fileSha256: string | null;
  readonly lineNumber: number;
  readonly offset: number;
  /** A later record with the same id took its place, so its file need not hold it any more. */
  readonly isReplaced: boolean;
  /** First 8 bytes of the SHA-256 that the bytes had when they were stored, as hex. */
  readonly recordHash: string;
  readonly bytes: Uint8Array;
};
