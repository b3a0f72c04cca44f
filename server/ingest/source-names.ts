/** What the names of sources begin with that are no paths: no machine's folder is a part of them. */
export const UPLOAD_MARK = 'upload:';
export const SAMPLES_MARK = 'samples:';

/** True for a file or folder of the server's own disk. */
export function isServerPath(name: string): boolean {
  return !name.startsWith(UPLOAD_MARK) && !name.startsWith(SAMPLES_MARK);
}
