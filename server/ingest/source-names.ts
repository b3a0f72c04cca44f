import { LIVE_MARK, PUSH_MARK } from '../engine/append-port.ts';

/** What the names of sources begin with that are no paths: no machine's folder is a part of them. */
export const UPLOAD_MARK = 'upload:';
export const SAMPLES_MARK = 'samples:';

const MARKS = [UPLOAD_MARK, SAMPLES_MARK, PUSH_MARK, LIVE_MARK];

/** True for a file or folder of the server's own disk. */
export function isServerPath(name: string): boolean {
  return !MARKS.some((mark) => name.startsWith(mark));
}
