import { createHash, randomBytes } from 'node:crypto';
import type { Person, PersonId } from '../contract/actor.ts';
import { emailSchema } from '../contract/person.ts';
import type { PasswordLink } from '../engine/access-port.ts';
import type { Engine } from '../engine/engine.ts';
import { AppError } from '../errors.ts';
import { hashPassword } from './password.ts';

const TOKEN_BYTES = 32;
const LINK_LIFE_MS = 72 * 3600 * 1000;

/** Makes a one-time token by which a person, or the first owner, chooses a password. Shown once; only its hash is kept. */
export async function makePasswordToken(
  engine: Engine,
  link: { for: PersonId | null; by: PersonId | null; nowMs: number },
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const subject = link.for === null ? null : String(link.for);
  await engine.addPasswordLink(
    { tokenHash: tokenHash(token), personId: link.for, expiresAtMs: link.nowMs + LINK_LIFE_MS },
    { personId: link.by, act: 'password-link-made', subject, scope: 'link', results: null },
  );
  return token;
}

/** Whom a token is for; null when it is unknown, used or over, which are not told apart. */
export function findPasswordToken(engine: Engine, token: string): Promise<PasswordLink | null> {
  return engine.findPasswordLink(tokenHash(token));
}

/** Uses a token up. Throws `bad-input` for a poor password or e-mail, `not-found` when the link is over. */
export async function choosePassword(
  engine: Engine,
  choice: { token: string; email: string; password: string },
): Promise<Person> {
  const link = await findPasswordToken(engine, choice.token);
  if (link === null) throw linkOver();
  const email = emailSchema.safeParse(link.email ?? choice.email);
  if (!email.success) throw new AppError('bad-input', 'This is not an e-mail address. Write it as name@example.com.');
  const passwordHash = await hashPassword(choice.password);
  const person = await engine.redeemPasswordLink({
    tokenHash: tokenHash(choice.token),
    email: email.data,
    passwordHash,
  });
  if (person === null) throw linkOver();
  return person;
}

function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function linkOver(): AppError {
  return new AppError('not-found', 'This link is over or was used already. Ask for a new one.');
}
