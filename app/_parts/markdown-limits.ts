/** UTF-16 units of a message that are read as Markdown; a longer one is shown as plain text. */
export const MARKDOWN_MAX = 16_384;
/** Signs that may open or close something, and lines, outside code blocks: the parser's time grows faster than they do. */
export const MARKDOWN_SIGNS_MAX = 500;
/** Quotes and lists inside one another: on one line, and by indentation, in columns. */
const LEVELS_MAX = 16;
const INDENT_MAX = 40;

const SIGN = /[*_~`[\]<>|&\\!@]|www\.|:\/\/|(?<![^\s>])(?:[-+#]|\d{1,9}[.)])(?=\s)/g;
const DEEP_LINE = new RegExp(`^(?:[ \\t]*(?:>|[-+*][ \\t]|\\d{1,9}[.)][ \\t])){${LEVELS_MAX + 1}}`);
const FAR_ITEM = new RegExp(`^[ \\t]{${INDENT_MAX},}(?:[-+*]|\\d{1,9}[.)])[ \\t]`);
const FENCE = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/;
const HTML_LINE = /^ {0,3}</;

/** Why a text is not read as Markdown, in one sentence; null when it may be. */
export function whyPlain(text: string): string | null {
  if (text.length > MARKDOWN_MAX) return 'Shown as plain text: it is long.';
  let signs = 0;
  for (const line of linesOutsideCode(text)) {
    if (DEEP_LINE.test(line) || FAR_ITEM.test(line))
      return 'Shown as plain text: its quotes or lists are nested too deep.';
    signs += 1 + (line.match(SIGN)?.length ?? 0);
    if (signs > MARKDOWN_SIGNS_MAX) return 'Shown as plain text: it holds very much markup.';
  }
  return null;
}

/** What stands between fences costs little. After a line of HTML, which may hide a fence, every line counts. */
function* linesOutsideCode(text: string): Generator<string> {
  let fence: string | null = null;
  let mayHide = false;
  for (const line of text.split('\n')) {
    const [, backticks, tildes] = FENCE.exec(line) ?? [];
    const sign = backticks ?? tildes ?? null;
    if (fence === null || mayHide) {
      yield line;
      mayHide ||= HTML_LINE.test(line);
      fence = sign;
    } else if (sign?.startsWith(fence) && line.trim() === sign) {
      fence = null;
      yield line;
    }
  }
}
