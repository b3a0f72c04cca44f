const TITLE_UNITS_MAX = 400;
const TITLE_CHARACTERS_MAX = 48;
const ID_CHARACTERS = 8;

/**
 * A name for an exported file: letters, digits and dashes of a title, in any script, then the beginning of an opaque id,
 * which keeps names apart and off those that systems reserve. At most 80 characters, and 255 bytes.
 */
export function exportName(title: string | null, id: string, extension: string): string {
  const words = (title ?? '')
    .slice(0, TITLE_UNITS_MAX)
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  const start = trimDashes([...words].slice(0, TITLE_CHARACTERS_MAX).join(''));
  return `${start === '' ? '' : `${start}-`}${id.slice(0, ID_CHARACTERS)}.${extension}`;
}

function trimDashes(text: string): string {
  return text.replace(/^-/, '').replace(/-$/, '');
}
