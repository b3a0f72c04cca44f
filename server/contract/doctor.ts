/** What `doctor` reports. */
export type DoctorCheck = { readonly name: string; readonly ok: boolean; readonly detail: string };

/** `pending` counts deletions whose bytes may still lie in the database file. */
export type PurgeState = { readonly isDone: boolean; readonly pending: number };
