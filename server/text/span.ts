/** UTF-16 offsets into a text, end exclusive. */
export type Span = { readonly start: number; readonly end: number };
