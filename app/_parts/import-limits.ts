/** The most bytes of one upload. The server holds to it; knowing it here saves sending a file for nothing. */
export const UPLOAD_MAX_BYTES = 1_073_741_824;
