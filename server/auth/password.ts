import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../errors.ts';

export const PASSWORD_MIN_CHARACTERS = 12;
export const PASSWORD_MAX_BYTES = 1024;

/** argon2id is the library's own choice of algorithm: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id in its own text form. Throws `bad-input` for a password that is too short or too long. */
export async function hashPassword(password: string): Promise<string> {
  const normal = normalise(password);
  if ([...normal].length < PASSWORD_MIN_CHARACTERS) {
    throw new AppError(
      'bad-input',
      `A password has at least ${PASSWORD_MIN_CHARACTERS} characters. Some words in a row are easy to keep in mind.`,
    );
  }
  if (Buffer.byteLength(normal) > PASSWORD_MAX_BYTES) {
    throw new AppError('bad-input', `A password has at most ${PASSWORD_MAX_BYTES} bytes.`);
  }
  return hash(normal, PARAMETERS);
}

/**
 * Whether a password fits a hash. Without a hash (nobody has this e-mail, or no password yet) it does the same work and
 * says no, so that the time tells nothing.
 */
export async function passwordFits(password: string, passwordHash: string | null): Promise<boolean> {
  const normal = normalise(password);
  const isTooLong = Buffer.byteLength(normal) > PASSWORD_MAX_BYTES;
  const fits = await verify(passwordHash ?? (await dummyHash()), isTooLong ? '' : normal);
  return fits && passwordHash !== null && !isTooLong;
}

/** The same password typed on another keyboard may come composed differently. */
function normalise(password: string): string {
  return password.normalize('NFKC');
}

let dummy: Promise<string> | null = null;

function dummyHash(): Promise<string> {
  dummy ??= hash('a password that nobody has', PARAMETERS);
  return dummy;
}
