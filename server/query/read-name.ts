const NAME_MAX = 512;
const NAME_MIN = 2;

/**
 * The whole query where it may be an id: of a session, its key, or a message. One run without white space that holds a
 * digit, a colon, a hyphen or an underscore, as every id and no ordinary word does. Null when it cannot be one.
 */
export function readName(query: string): string | null {
  const text = query.trim();
  if (text.length < NAME_MIN || text.length > NAME_MAX || /[\s\p{Cc}\p{Cs}]/u.test(text)) return null;
  return /[\p{N}:_-]/u.test(text) ? text : null;
}
