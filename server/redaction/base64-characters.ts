/** What the alphabets of base64 hold, by code: letters, digits, `+/` and `-_`. */
const IS_BASE64 = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9+/_-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** True for the code of a character of base64, of either alphabet; false for undefined, outside the text. */
export function isBase64(code: number | undefined): boolean {
  return code !== undefined && IS_BASE64[code] === 1;
}
