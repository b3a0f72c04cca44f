/** Who waits for a reading: searches run one a person at a time, and stop when their caller is gone. */
export type Caller = { readonly id: string; readonly signal: AbortSignal | null };
