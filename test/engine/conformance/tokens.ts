import { describe, expect, it } from 'vitest';
import type { AuditAct, AuditEvent } from '../../../server/contract/audit.ts';
import { TOKENS_MAX } from '../../../server/contract/token.ts';
import type { NewToken } from '../../../server/engine/token-port.ts';
import { testToken } from '../../support/tokens.ts';
import { addTestPerson, saveTestTranscript, writer } from '../../support/transcripts.ts';
import { deleteNamed, type House, sessionIdOf, type TestedEngine } from '../house.ts';

let secrets = 0;
const newSecret = (): string => {
  secrets += 1;
  return `hash-${secrets}`;
};
const event = (act: AuditAct): AuditEvent => ({ personId: null, act, subject: null, scope: 'test', results: null });

async function add(house: House, more: Partial<NewToken> = {}): Promise<{ id: number; secretHash: string }> {
  const { id: _, ...token } = testToken({ visibility: 'all' });
  const secretHash = newSecret();
  const given = { ...token, personId: house.person.id, name: 'robot', secretHash, expiresAtMs: null, ...more };
  const id = await house.engine.addToken(house.write.reach, given, event('token-created'));
  if (id === null) throw new Error('The token was not added.');
  return { id, secretHash };
}

export function describeTokens({ openHouse }: TestedEngine): void {
  describe('the secret of a token', () => {
    it('stands for its person and what was chosen, and no other secret does', async () => {
      const house = await openHouse({ entries: [{ id: 'a', text: 'word' }] });
      const chosen = {
        agentId: 'ops',
        sessionId: await sessionIdOf(house, 'native-1'),
        visibility: 'all',
        agentIds: ['ops', 'web'],
        isSandboxed: true,
        includesGranted: true,
        canWrite: true,
      } as const;
      const { id, secretHash } = await add(house, chosen);
      const found = await house.engine.findToken(secretHash);
      expect(found).toEqual({ person: house.person, token: { id, ...chosen }, isUseNoted: false });
      for (const other of ['', newSecret(), secretHash.toUpperCase(), `${secretHash} `])
        expect(await house.engine.findToken(other)).toBeNull();
    });

    it('is over at the millisecond of its end', async () => {
      const house = await openHouse();
      const over = await add(house, { expiresAtMs: 1 });
      const live = await add(house, { expiresAtMs: Date.UTC(2100, 0) });
      expect(await house.engine.findToken(over.secretHash)).toBeNull();
      expect(await house.engine.findToken(live.secretHash)).toMatchObject({ token: { id: live.id } });
      const listed = await house.engine.listTokens(house.read.reach, house.person.id);
      expect(listed.map(({ id, state }) => [id, state])).toEqual([
        [live.id, 'active'],
        [over.id, 'expired'],
      ]);
    });

    it('is revoked by its person alone, once', async () => {
      const house = await openHouse();
      const eve = await addTestPerson(house.engine, `eve-of-${house.person.email}`);
      const { id, secretHash } = await add(house);
      const revoke = (personId: typeof eve.id) => house.engine.revokeToken(personId, id, event('token-revoked'));
      expect(await revoke(eve.id)).toBe(false);
      expect(await house.engine.findToken(secretHash)).not.toBeNull();
      expect([await revoke(house.person.id), await revoke(house.person.id)]).toEqual([true, false]);
      expect(await house.engine.findToken(secretHash)).toBeNull();
      expect(await house.engine.listTokens(house.read.reach, eve.id)).toEqual([]);
    });

    it('dies with all others of its person when they are revoked together, and nobody else’s', async () => {
      const house = await openHouse();
      const eve = await addTestPerson(house.engine, `eve-of-${house.person.email}`);
      const own = [await add(house), await add(house), await add(house, { expiresAtMs: 1 })];
      const hers = await add(house, { personId: eve.id });
      expect(await house.engine.revokeAllTokens(house.person.id, event('token-revoked'))).toBe(2);
      for (const { secretHash } of own) expect(await house.engine.findToken(secretHash)).toBeNull();
      expect(await house.engine.findToken(hers.secretHash)).not.toBeNull();
    });

    it('goes on beside its successor for the overlap, and no longer than one rotation more', async () => {
      const house = await openHouse();
      const { id, secretHash: first } = await add(house);
      const rotate = async (overlapMs: number, by = house.person.id): Promise<string | null> => {
        const secretHash = newSecret();
        const change = { tokenId: id, secretHash, overlapMs };
        return (await house.engine.rotateToken(by, change, event('token-rotated'))) ? secretHash : null;
      };
      const alive = async (hashes: readonly (string | null)[]): Promise<readonly boolean[]> =>
        Promise.all(hashes.map(async (hash) => (await house.engine.findToken(hash ?? ''))?.token.id === id));
      const second = await rotate(3_600_000);
      expect(await alive([first, second])).toEqual([true, true]);
      const third = await rotate(3_600_000);
      expect(await alive([first, second, third])).toEqual([false, true, true]);
      const fourth = await rotate(0);
      expect(await alive([second, third, fourth])).toEqual([false, false, true]);
      await house.engine.revokeToken(house.person.id, id, event('token-revoked'));
      expect(await alive([third, fourth])).toEqual([false, false]);
      expect(await rotate(0)).toBeNull();
    });

    it('is not rotated by anybody else', async () => {
      const house = await openHouse();
      const eve = await addTestPerson(house.engine, `eve-of-${house.person.email}`);
      const { id: tokenId, secretHash } = await add(house);
      const change = { tokenId, secretHash: newSecret(), overlapMs: 0 };
      expect(await house.engine.rotateToken(eve.id, change, event('token-rotated'))).toBe(false);
      expect(await house.engine.findToken(secretHash)).not.toBeNull();
    });

    it('dies with the session that it is bound to', async () => {
      const house = await openHouse({ entries: [{ id: 'a', text: 'word' }] });
      const { secretHash } = await add(house, { sessionId: await sessionIdOf(house, 'native-1'), visibility: 'self' });
      expect(await house.engine.findToken(secretHash)).not.toBeNull();
      await deleteNamed(house, 'native-1');
      expect(await house.engine.findToken(secretHash)).toBeNull();
      expect(await house.engine.listTokens(house.read.reach, house.person.id)).toEqual([]);
    });

    it('dies for good when its person is disabled', async () => {
      const house = await openHouse();
      await addTestPerson(house.engine, `owner-of-${house.person.email}`, 'owner'); // one must stay
      const eve = await addTestPerson(house.engine, `eve-of-${house.person.email}`);
      const { secretHash } = await add(house, { personId: eve.id });
      for (const isDisabled of [true, false]) {
        await house.engine.changePerson(eve.id, { isDisabled }, event('person-changed'));
        expect(await house.engine.findToken(secretHash)).toBeNull();
      }
    });
  });

  describe('a new token', () => {
    it('is bound to a session that its person owns and can reach, or to none', async () => {
      const house = await openHouse({ entries: [{ id: 'a', text: 'word' }] });
      const eve = await addTestPerson(house.engine, `eve-of-${house.person.email}`);
      const hers = await saveTestTranscript(writer(house.engine, eve), { nativeId: 'hers', entries: [{ id: 'a' }] });
      await expect(add(house, { sessionId: hers.sessionId })).rejects.toThrow('not added');
      // A token that needs a session is refused without one, whoever asks.
      for (const wrong of [{ visibility: 'self' }, { visibility: 'tree' }, { isSandboxed: true }] as const)
        await expect(add(house, wrong)).rejects.toThrow(/CHECK/);
      expect(await house.engine.listTokens(house.read.reach, house.person.id)).toEqual([]);
    });

    it('is refused when its person has too many in force', async () => {
      const house = await openHouse();
      const made = [];
      for (let count = 0; count < TOKENS_MAX; count += 1) made.push(await add(house));
      await expect(add(house)).rejects.toMatchObject({ kind: 'conflict' });
      await house.engine.revokeToken(house.person.id, made[0]?.id ?? 0, event('token-revoked'));
      await add(house);
    });
  });

  describe('the use of a token', () => {
    it('is noted once a minute at most, and listed', async () => {
      const house = await openHouse();
      const used = await add(house);
      const idle = await add(house);
      await house.engine.noteTokenUses([used.id, 1_000_000]);
      expect(await house.engine.findToken(used.secretHash)).toMatchObject({ isUseNoted: true });
      const listed = await house.engine.listTokens(house.read.reach, house.person.id);
      const stampOf = (of: number): number | null => listed.find(({ id }) => id === of)?.lastUsedAtMs ?? null;
      expect([stampOf(used.id) !== null, stampOf(idle.id)]).toEqual([true, null]);
    });
  });
}
