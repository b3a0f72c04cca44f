import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPasswordToken } from '../../server/auth/password-link.ts';
import { signIn } from '../../server/auth/sign-in.ts';
import {
  ownerFromEnvironmentAccessUnchecked as ownerFromEnvironment,
  setupPathAccessUnchecked as setupPath,
} from '../../server/cli/first-owner.ts';
import { NOW_MS, openTestStore, type TestStore } from '../support/test-store.ts';

const OWNER = { email: 'ann@example.org', password: 'a row of plain words' };

describe('the first owner', () => {
  let store: TestStore;
  beforeEach(() => {
    store = openTestStore();
  });
  afterEach(() => store.close());

  const tryOwner = async (): Promise<boolean> => (await signIn(store.engine, { ...OWNER, address: '' })) !== null;
  const tokenOf = (path: string | null): string =>
    new URL(path ?? '', 'http://localhost').searchParams.get('token') ?? '';

  it('is made from the environment, and only once', async () => {
    expect(await ownerFromEnvironment(store.engine, OWNER)).toBeNull();
    expect(await tryOwner()).toBe(true);
    expect(await ownerFromEnvironment(store.engine, { ...OWNER, password: 'another row of words' })).toMatch(/ignored/);
    expect(await tryOwner()).toBe(true);
  });

  it('gets the password of the environment when an import made them without one', async () => {
    await store.engine.addPerson({ email: OWNER.email, role: 'owner' });
    expect(await ownerFromEnvironment(store.engine, { ...OWNER, email: 'eve@example.org' })).toMatch(/ignored/);
    expect(await ownerFromEnvironment(store.engine, OWNER)).toBeNull();
    expect(await tryOwner()).toBe(true);
  });

  it('is not made with a poor password', async () => {
    await expect(ownerFromEnvironment(store.engine, { ...OWNER, password: 'short' })).rejects.toThrow(/at least 12/);
    expect(await store.engine.countPeople()).toBe(0);
  });

  it('can be made by the set-up link until somebody can sign in, the newest link only', async () => {
    const first = tokenOf(await setupPath(store.engine, NOW_MS));
    const second = tokenOf(await setupPath(store.engine, NOW_MS));
    expect(await findPasswordToken(store.engine, first)).toBeNull();
    expect(await findPasswordToken(store.engine, second)).toEqual({ personId: null, email: null });
    await ownerFromEnvironment(store.engine, OWNER);
    expect(await setupPath(store.engine, NOW_MS)).toBeNull();
    expect(await findPasswordToken(store.engine, second)).toBeNull();
  });

  it('only gets a password by the set-up link when there is one without', async () => {
    const owner = await store.engine.addPerson({ email: OWNER.email, role: 'owner' });
    const token = tokenOf(await setupPath(store.engine, NOW_MS));
    expect(await findPasswordToken(store.engine, token)).toEqual({ personId: owner.id, email: OWNER.email });
  });
});
