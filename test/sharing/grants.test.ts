import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import { notFound } from '../../server/errors.ts';
import { getHistory } from '../../server/history/get-history.ts';
import { listSessions } from '../../server/history/list-sessions.ts';
import { grantSession } from '../../server/sharing/grant-session.ts';
import { listGrants } from '../../server/sharing/list-grants.ts';
import { revokeGrant } from '../../server/sharing/revoke-grant.ts';
import { deleteSession } from '../../server/transcripts/delete-session.ts';
import { switchBranch } from '../../server/transcripts/switch-branch.ts';
import { updateSession } from '../../server/transcripts/update-session.ts';
import { auditRows, breakAudit } from '../auth/audit-rows.ts';
import { find, search } from '../support/asking.ts';
import { NOW_MS, openTestStore, type TestStore } from '../support/test-store.ts';
import { addTestPerson, reader, saveTestTranscript, writer } from '../support/transcripts.ts';

const NOT_FOUND = { kind: 'not-found', message: notFound().message };

describe('a grant', () => {
  let store: TestStore;
  let clock = NOW_MS;
  let owner: Person;
  let operator: Person;
  let ann: Person;
  let bob: Person;
  let eve: Person;

  beforeEach(async () => {
    clock = NOW_MS;
    store = openTestStore({ now: () => clock });
    owner = await addTestPerson(store.engine, 'owner@example.org', 'owner');
    operator = await addTestPerson(store.engine, 'operator@example.org', 'operator');
    ann = await addTestPerson(store.engine, 'ann@example.org');
    bob = await addTestPerson(store.engine, 'bob@example.org');
    eve = await addTestPerson(store.engine, 'eve@example.org');
    await save(ann, 'root');
    await save(ann, 'child', 'root');
    await save(ann, 'grandchild', 'child');
    await save(ann, 'other');
  });
  afterEach(() => store.close());

  async function save(of: Person, name: string, parent: string | null = null, isIncognito = false): Promise<void> {
    await saveTestTranscript(writer(store.engine, of), {
      nativeId: name,
      title: `About ${name}`,
      parentKey: parent === null ? null : `agent:main:${parent}`,
      isIncognito,
      entries: ['1', '2', '3'].map((number) => ({ id: `${name}-${number}`, text: `lantern ${name}` })),
    });
  }

  const grant = (by: Person, to: string, more: Partial<Parameters<typeof grantSession>[1]> = {}) =>
    grantSession(writer(store.engine, by), { session: 'root', email: to, ...more }, clock);
  const seenBy = async (person: Person): Promise<readonly string[]> => {
    const scope = reader(store.engine, person);
    const listed = (await listSessions(scope, {})).sessions.map(({ sessionKey }) => sessionKey).toSorted();
    const found = [...new Set((await search(scope, 'lantern', { limit: 100 })).results.map((hit) => hit.sessionKey))];
    expect(found.toSorted()).toEqual(listed);
    return listed.map((key) => key.replace('agent:main:', ''));
  };

  it('shows one session to one person, in search, list and history, and nothing to anybody else', async () => {
    expect(await seenBy(bob)).toEqual([]);
    const granted = await grant(ann, 'Bob@Example.org ');
    expect(granted).toEqual({
      id: granted.id,
      email: 'bob@example.org',
      granterEmail: 'ann@example.org',
      covers: 'session',
      createdAtMs: NOW_MS,
      expiresAtMs: null,
    });
    expect(await seenBy(bob)).toEqual(['root']);
    expect(await seenBy(eve)).toEqual([]);
    const read = reader(store.engine, bob);
    expect(await getHistory(read, { session: 'root' })).toMatchObject({ title: 'About root' });
    await expect(getHistory(read, { session: 'child' })).rejects.toMatchObject(NOT_FOUND);
    expect(auditRows(store.file).at(-1)).toMatchObject({ act: 'grant', personId: ann.id, scope: 'owned' });
  });

  it('on a tree shows all that it spawned, also what comes later, and cuts at an incognito link', async () => {
    await grant(ann, 'bob@example.org', { covers: 'tree' });
    expect(await seenBy(bob)).toEqual(['child', 'grandchild', 'root']);
    await save(ann, 'later', 'grandchild');
    await save(ann, 'hidden', 'root', true);
    await save(ann, 'below-hidden', 'hidden');
    expect(await seenBy(bob)).toEqual(['child', 'grandchild', 'later', 'root']);
    // Somebody else's session that claims a parent in the tree is no part of it (C4).
    await save(eve, 'claim', 'root');
    expect(await seenBy(bob)).toEqual(['child', 'grandchild', 'later', 'root']);
  });

  it('B9: names no parent that is not visible itself', async () => {
    await grant(ann, 'bob@example.org', { session: 'child' });
    const { sessions } = await listSessions(reader(store.engine, bob), {});
    expect(sessions.map(({ sessionKey, parentSessionId }) => [sessionKey, parentSessionId])).toEqual([
      ['agent:main:child', null],
    ]);
  });

  it('is given, listed and revoked by the session’s owner and by owners, and by nobody else', async () => {
    const byAnn = await grant(ann, 'bob@example.org');
    const byOwner = await grant(owner, 'eve@example.org', { session: 'other' });
    for (const person of [operator, bob, eve]) {
      const scope = writer(store.engine, person);
      await expect(grant(person, 'eve@example.org')).rejects.toMatchObject(NOT_FOUND);
      await expect(listGrants(scope, 'root')).rejects.toMatchObject(NOT_FOUND);
      for (const { id } of [byAnn, byOwner])
        await expect(revokeGrant(scope, id)).rejects.toMatchObject({ kind: 'not-found' });
    }
    expect(await listGrants(writer(store.engine, ann), 'root')).toEqual([byAnn]);
    expect(await listGrants(writer(store.engine, owner), 'root')).toEqual([byAnn]);
    await revokeGrant(writer(store.engine, owner), byAnn.id);
    await revokeGrant(writer(store.engine, ann), byOwner.id); // hers to end, since the session is hers
    expect([await seenBy(bob), await seenBy(eve)]).toEqual([[], []]);
    await expect(revokeGrant(writer(store.engine, ann), byAnn.id)).rejects.toMatchObject({ kind: 'not-found' });
    await expect(revokeGrant(writer(store.engine, ann), 999)).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('lets read only: who has it cannot delete, change, switch, grant further, or list grants', async () => {
    await grant(ann, 'bob@example.org', { covers: 'tree' });
    const scope = writer(store.engine, bob);
    for (const session of ['root', 'child', 'agent:main:root']) {
      for (const act of [
        () => deleteSession(scope, session),
        () => updateSession(scope, { session, patch: { title: 'mine' } }),
        () => switchBranch(scope, { session, leaf: `${session}-1` }),
        () => grant(bob, 'eve@example.org', { session }),
        () => listGrants(scope, session),
      ]) {
        await expect(act()).rejects.toMatchObject(NOT_FOUND);
      }
    }
    expect(await find(reader(store.engine, ann), 'lantern')).toHaveLength(12);
    expect((await listSessions(reader(store.engine, ann), {})).sessions.map(({ title }) => title)).toContain(
      'About root',
    );
  });

  it('is over at the very millisecond that it ends, for lists, search, history and their cursors', async () => {
    const { id } = await grant(ann, 'bob@example.org', { covers: 'tree', expiresAtMs: NOW_MS + 1000 });
    const read = reader(store.engine, bob);
    const { nextCursor } = await search(read, 'lantern', { group: 'message', limit: 2 });
    const page = await getHistory(read, { session: 'root', limit: 1 });
    clock = NOW_MS + 999;
    expect(await seenBy(bob)).toEqual(['child', 'grandchild', 'root']);
    clock = NOW_MS + 1000;
    expect(await seenBy(bob)).toEqual([]);
    const cursor = nextCursor ?? '';
    expect((await search(read, 'lantern', { group: 'message', limit: 2, cursor })).results).toEqual([]);
    await expect(getHistory(read, { session: 'root', before: page.before ?? '' })).rejects.toMatchObject(NOT_FOUND);
    expect(await listGrants(writer(store.engine, ann), 'root')).toEqual([]);
    await expect(revokeGrant(writer(store.engine, ann), id)).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('B15: ends at the next request when it is revoked, also for open cursors', async () => {
    const { id } = await grant(ann, 'bob@example.org', { covers: 'tree' });
    await save(bob, 'own');
    const read = reader(store.engine, bob);
    const found = await search(read, 'lantern', { group: 'message', limit: 2 });
    const listed = await listSessions(read, { limit: 1 });
    const page = await getHistory(read, { session: 'root', limit: 1 });
    expect([found.nextCursor, listed.nextCursor, page.before]).not.toContain(null);
    await revokeGrant(writer(store.engine, ann), id);

    const rest = await search(read, 'lantern', { group: 'message', limit: 100, cursor: found.nextCursor ?? '' });
    expect(rest.results.filter((hit) => hit.sessionKey !== 'agent:main:own')).toEqual([]);
    const others = await listSessions(read, { cursor: listed.nextCursor ?? '' });
    expect(others.sessions.filter(({ sessionKey }) => sessionKey !== 'agent:main:own')).toEqual([]);
    await expect(getHistory(read, { session: 'root', before: page.before ?? '' })).rejects.toMatchObject(NOT_FOUND);
    expect(await seenBy(bob)).toEqual(['own']);
    expect(auditRows(store.file).at(-1)).toMatchObject({ act: 'revoke', personId: ann.id, subject: String(id) });
  });

  it('replaces the one before to the same person, and can be given again', async () => {
    const first = await grant(ann, 'bob@example.org', { covers: 'tree' });
    const second = await grant(ann, 'bob@example.org', { covers: 'session' });
    expect(await listGrants(writer(store.engine, ann), 'root')).toEqual([second]);
    expect(await seenBy(bob)).toEqual(['root']);
    await expect(revokeGrant(writer(store.engine, ann), first.id)).rejects.toMatchObject({ kind: 'not-found' });
    await revokeGrant(writer(store.engine, ann), second.id);
    expect(await seenBy(bob)).toEqual([]);
    await grant(ann, 'bob@example.org', { covers: 'tree' });
    expect(await seenBy(bob)).toEqual(['child', 'grandchild', 'root']);
  });

  it('is refused when it would be over already, for nobody, and for a session that is not there', async () => {
    await expect(grant(ann, 'bob@example.org', { expiresAtMs: NOW_MS })).rejects.toMatchObject({ kind: 'bad-input' });
    await expect(grant(ann, 'nobody@example.org')).rejects.toMatchObject({ kind: 'bad-input' });
    await expect(grant(ann, 'bob@example.org', { session: 'absent' })).rejects.toMatchObject(NOT_FOUND);
    // Whether somebody has an e-mail is not told about a session that is not theirs to share.
    await expect(grant(bob, 'nobody@example.org')).rejects.toMatchObject(NOT_FOUND);
    expect(auditRows(store.file)).toEqual([]);
  });

  it('does nothing without its audit row, and neither does revoking', async () => {
    const { id } = await grant(ann, 'bob@example.org');
    breakAudit(store.file);
    await expect(grant(ann, 'eve@example.org')).rejects.toThrow('no audit');
    await expect(revokeGrant(writer(store.engine, ann), id)).rejects.toThrow('no audit');
    expect([await seenBy(bob), await seenBy(eve)]).toEqual([['root'], []]);
  });

  it('C10: goes with the person and the session, never with a name: what was deleted and comes back is not shared', async () => {
    await grant(ann, 'bob@example.org', { covers: 'tree' });
    await deleteSession(writer(store.engine, ann), 'root');
    expect(await seenBy(bob)).toEqual([]);
    await save(eve, 'root');
    expect(await seenBy(bob)).toEqual([]);
  });

  it('shows nothing incognito, though its owner granted it', async () => {
    await save(ann, 'secret', null, true);
    await grant(ann, 'bob@example.org', { session: 'secret' });
    await grant(ann, 'bob@example.org', { covers: 'tree' });
    expect(await seenBy(bob)).toEqual(['child', 'grandchild', 'root']);
    await updateSession(writer(store.engine, ann), { session: 'child', patch: { isIncognito: true } });
    expect(await seenBy(bob)).toEqual(['root']); // and what lies below it is cut off
  });
});
