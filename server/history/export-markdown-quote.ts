/** A line that opens a block of code. Only at the very left: deeper, it could belong to a list, whose end would end it. */
const OPENING = /^(?:(`{3,})[^`]*|(~{3,}).*)$/;
/** Whether such a line is indented by more than a fence may be depends on how a tab is counted. */
const TAB_BEFORE_FENCE = /^( {0,3})\t(?=[ \t]*[`~])/;

/**
 * A text as a quotation in Markdown. It stays as it was written, but nothing in it is live: HTML, pictures, and links to
 * anything but the web or an e-mail address show as text. Blocks of code are left as they are.
 */
export function quoteMarkdown(text: string): string {
  // Where formulas are known, `$$` decides which fences count: then none does here.
  const knowsCode = !text.includes('$$');
  let fence: string | null = null;
  const lines = text.split('\n').map((line) => {
    if (fence !== null) {
      if (closes(line, fence)) fence = null;
      return line.replace(TAB_BEFORE_FENCE, '$1    ');
    }
    const [, backticks, tildes] = (knowsCode ? OPENING.exec(line) : null) ?? [];
    fence = backticks ?? tildes ?? null;
    return disarm(line);
  });
  return lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n');
}

/** As CommonMark says: at most three spaces, the same character, as many or more, and nothing behind. */
function closes(line: string, fence: string): boolean {
  const [, run = ''] = /^ {0,3}(`+|~+)[ \t]*$/.exec(line) ?? [];
  return run.startsWith(fence);
}

/**
 * What begins a tag or a comment, a picture, and the target of a link that is no plain address. As entities: a backslash
 * could be undone by one that stands in front.
 */
function disarm(line: string): string {
  return line
    .replace(/<(?=[A-Za-z/!?])/g, '&lt;')
    .replaceAll('![', '!&#91;')
    .replace(/\](?=\((?!(?:https?:\/\/|mailto:))|:(?! ?(?:https?:\/\/|mailto:)))/gi, '&#93;');
}
