import { verify } from '@node-rs/argon2';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { hashPassword, passwordFits } from '../../server/auth/password.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return { ...real, verify: vi.fn(real.verify) };
});

const GOOD = 'correct horse battery';

describe('a password', () => {
  beforeEach(() => {
    vi.mocked(verify).mockClear();
  });

  it('H8: is kept as argon2id over 19 MiB with two passes, with a salt of its own', async () => {
    const [first, second] = [await hashPassword(GOOD), await hashPassword(GOOD)];
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(second).not.toBe(first);
    expect(await passwordFits(GOOD, first)).toBe(true);
    expect(await passwordFits(`${GOOD} `, first)).toBe(false);
  });

  it('H8: is the same however a keyboard composes it, and counts to its last character', async () => {
    const hash = await hashPassword('Ångström ﬁnal code');
    expect(await passwordFits('A\u030Angstro\u0308m final code', hash)).toBe(true);
    expect(await passwordFits('Angstrom final code', hash)).toBe(false);
    const long = 'x'.repeat(100);
    expect(await passwordFits(`${long}b`, await hashPassword(`${long}a`))).toBe(false);
    const withNul = await hashPassword('before the\0nul it goes');
    expect(await passwordFits('before the\0nul it stays', withNul)).toBe(false);
  });

  it('H8: has 12 characters to 1,024 bytes, counted as people count', async () => {
    const refused = { kind: 'bad-input' };
    await expect(hashPassword('😀'.repeat(11))).rejects.toMatchObject(refused);
    await expect(hashPassword('')).rejects.toMatchObject(refused);
    await expect(hashPassword('é'.repeat(513))).rejects.toMatchObject(refused);
    await expect(hashPassword('x'.repeat(1_000_000))).rejects.toMatchObject(refused);
    expect(await passwordFits('é'.repeat(512), await hashPassword('é'.repeat(512)))).toBe(true);
    expect(await hashPassword('😀'.repeat(12))).toContain('$argon2id$');
  });

  it('H7: costs the same work when nobody has it, and when it is too long to be one', async () => {
    const hash = await hashPassword(GOOD);
    expect(await passwordFits(GOOD, null)).toBe(false);
    expect(await passwordFits('x'.repeat(4096), hash)).toBe(false);
    expect(await passwordFits('', hash)).toBe(false);
    const parameters = vi
      .mocked(verify)
      .mock.calls.map(([against]) => String(against).split('$').slice(0, 4).join('$'));
    expect(parameters).toEqual(Array.from({ length: 3 }, () => '$argon2id$v=19$m=19456,t=2,p=1'));
    expect(vi.mocked(verify).mock.calls.every(([, typed]) => String(typed).length <= 1024)).toBe(true);
  });
});
