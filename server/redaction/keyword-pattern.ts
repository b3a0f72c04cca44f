type Branch = Map<string, Branch>;

/**
 * One pattern for many keywords, sharing what they begin with: `(?:gh(?:o_|p_)|sk-)`. Where one keyword begins with another, the longer one matches.
 */
export function keywordPattern(keywords: Iterable<string>): RegExp {
  const root: Branch = new Map();
  for (const keyword of keywords) {
    let branch = root;
    for (const character of keyword) {
      const next: Branch = branch.get(character) ?? new Map();
      branch.set(character, next);
      branch = next;
    }
    branch.set('', new Map());
  }
  return new RegExp(source(root), 'g');
}

function source(branch: Branch): string {
  const endsHere = branch.has('');
  const options = [...branch]
    .filter(([character]) => character !== '')
    .map(([character, next]) => escapeCharacter(character) + source(next));
  if (options.length === 0) return '';
  const joined = options.length === 1 && !endsHere ? options.join('') : `(?:${options.join('|')})`;
  return endsHere ? `${joined}?` : joined;
}

function escapeCharacter(character: string): string {
  return /[A-Za-z0-9_]/.test(character) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
