/** Bounds of one upload. Sizes are bytes. */
import type { ZipBounds } from './unpack-zip.ts';

export const UPLOAD_MAX_BYTES = 1_073_741_824;
/** Unpacked: a ZIP may hold no more than this, whatever its own size says. */
export const ZIP_BOUNDS: ZipBounds = { maxBytes: 4_294_967_296, maxFiles: 20_000, maxRatio: 200 };
/** Of all sources of one person together, as imported. */
export const PERSON_QUOTA_BYTES = 21_474_836_480;
