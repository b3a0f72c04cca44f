/** What `doctor` reports. */
export type DoctorCheck = { readonly name: string; readonly ok: boolean; readonly detail: string };

/** `pending` counts deletions whose bytes may still lie in the database file. */
export type PurgeState = { readonly isDone: boolean; readonly pending: number };

/** `pending` counts what is still to be read for an index. */
export type IndexingState = { readonly isDone: boolean; readonly pending: number };
