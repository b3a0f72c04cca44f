/** What the query language takes for `"`; any of them closes any other. */
const QUOTES = '"“”„＂';

/** A query that something can be put behind, but for the `OR` that would take the half of it. */
type Closed = { readonly text: string; readonly hasOuterOr: boolean };

/** The query with a filter behind it: open quotes and groups are closed, and `OR` is put in a group of its own. */
export function addFilter(query: string, filter: string): string {
  const words = query.trim();
  if (words === '') return filter;
  const { text, hasOuterOr } = closed(words);
  return `${hasOuterOr ? `(${text})` : text} ${filter}`;
}

function closed(query: string): Closed {
  let openGroups = 0;
  let hasOuterOr = false;
  const readPart = (part: string): string => {
    if (part === 'OR') hasOuterOr ||= openGroups === 0;
    else if (part === '(') openGroups += 1;
    // One that closes nothing would close the group that is put around.
    else if (part === ')' && openGroups === 0) return ' ';
    else if (part === ')') openGroups -= 1;
    return part;
  };
  // Quotes and what stands between them alternate.
  const pieces = query.split(new RegExp(`([${QUOTES}][^${QUOTES}]*(?:[${QUOTES}]|$))`));
  const text = pieces
    .map((piece, index) => (index % 2 === 1 ? piece : piece.replace(/[()]|[^\s()]+/g, readPart)))
    .join('');
  const hasOpenQuote = (query.match(new RegExp(`[${QUOTES}]`, 'g')) ?? []).length % 2 === 1;
  return { text: `${text}${hasOpenQuote ? '"' : ''}${')'.repeat(openGroups)}`, hasOuterOr };
}

/** A filter as the query language reads it back; null for a value that no quotes can hold. */
export function filterText(name: string, value: string): string | null {
  const plain = value.trim();
  if (plain === '' || [...QUOTES].some((quote) => plain.includes(quote))) return null;
  const isPlain = !/[\s()]/.test(plain) && !plain.startsWith(':');
  return `${name}:${isPlain ? plain : `"${plain}"`}`;
}
