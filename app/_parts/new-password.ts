/** As the server counts: characters in the form in which they are hashed. */
const CHARACTERS_MIN = 12;
const CHARACTERS_LONG = 20;

export const SHORT_PASSWORD = `A password has at least ${CHARACTERS_MIN} characters. Some words in a row are easy to keep in mind.`;

/** What is wrong with a new password that was typed twice, and in which of the two fields; null when nothing is. */
export function newPasswordProblem(
  password: string,
  again: string,
): { readonly field: 'password' | 'again'; readonly text: string } | null {
  if (charactersOf(password) < CHARACTERS_MIN) return { field: 'password', text: SHORT_PASSWORD };
  return password === again ? null : { field: 'again', text: 'The two passwords are not the same.' };
}

/** What is said below the field while a password is typed: its length alone is judged. */
export function lengthHint(password: string): string {
  const count = charactersOf(password);
  if (count === 0) return `At least ${CHARACTERS_MIN} characters. Some words in a row are easy to keep in mind.`;
  const missing = CHARACTERS_MIN - count;
  if (missing > 0) return missing === 1 ? 'One character more is needed.' : `${missing} characters more are needed.`;
  return count < CHARACTERS_LONG ? 'Long enough. Another word makes it harder to guess.' : 'A good length.';
}

function charactersOf(password: string): number {
  return [...password.normalize('NFKC')].length;
}
