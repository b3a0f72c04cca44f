import { describe, expect, it } from 'vitest';
import { lengthHint, newPasswordProblem, SHORT_PASSWORD } from '../../../app/_parts/new-password.ts';
import { hashPassword, PASSWORD_MIN_CHARACTERS } from '../../../server/auth/password.ts';

const SHORTEST = 'x'.repeat(PASSWORD_MIN_CHARACTERS);

describe('a new password that was typed twice', () => {
  it.each([SHORTEST.slice(1), '', '\u{1F40E}'.repeat(11), 'ﬃ'.repeat(3)])(
    'is too short here whenever it is for the server, in the same words: %j',
    async (password) => {
      expect(newPasswordProblem(password, password)).toEqual({ field: 'password', text: SHORT_PASSWORD });
      await expect(hashPassword(password)).rejects.toMatchObject({ message: SHORT_PASSWORD });
    },
  );

  it.each([SHORTEST, '\u{1F40E}'.repeat(12), 'ﬃ'.repeat(4)])('is long enough for both: %j', async (password) => {
    expect(newPasswordProblem(password, password)).toBeNull();
    expect(await hashPassword(password)).toMatch(/^\$argon2id\$/);
  });

  it('must be the same both times, to the letter', () => {
    expect(newPasswordProblem(SHORTEST, `${SHORTEST} `)).toMatchObject({ field: 'again' });
  });

  it('is told how many characters are missing, and then that it is long enough', () => {
    expect(['x', SHORTEST.slice(1), SHORTEST, 'x'.repeat(20)].map(lengthHint)).toEqual([
      '11 characters more are needed.',
      'One character more is needed.',
      'Long enough. Another word makes it harder to guess.',
      'A good length.',
    ]);
    expect(lengthHint('')).toMatch(/^At least 12 characters/);
  });
});
