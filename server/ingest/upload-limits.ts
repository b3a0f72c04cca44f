/** Bounds of one upload. Sizes are bytes. */
export const UPLOAD_MAX_BYTES = 1_073_741_824;
/** Unpacked: a ZIP may hold no more than this, whatever its own size says. */
export const UNPACKED_MAX_BYTES = 4_294_967_296;
export const UNPACKED_MAX_FILES = 20_000;
/** An entry that grows by more than this factor is no transcript. */
export const UNPACKED_MAX_RATIO = 200;
/** Of all sources of one person together, as imported. */
export const PERSON_QUOTA_BYTES = 21_474_836_480;
