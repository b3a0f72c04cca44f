/** The longest escape that is looked at: `\u003d`. */
const LONGEST_ESCAPE = 8;
/** Escapes that end in a letter or digit and yet stand for none: JSON, URL and terminal colours. */
const ENDS_IN_ESCAPE = /(?:\\[nrtbfv0]|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|%[0-9A-Fa-f]{2}|\[[0-9;]{0,5}m)$/;

/** True when no letter or digit of ASCII stands right before `at`. Other scripts count as a break. */
export function hasBreakBefore(text: string, at: number): boolean {
  if (at === 0 || !isAsciiWord(text.charCodeAt(at - 1))) return true;
  return ENDS_IN_ESCAPE.test(text.slice(Math.max(0, at - LONGEST_ESCAPE), at));
}

function isAsciiWord(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}
