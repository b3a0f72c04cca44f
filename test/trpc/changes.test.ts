import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import type { HistoryReply } from '../../server/contract/history.ts';
import type { SearchReply } from '../../server/contract/search.ts';
import type { ShownSession } from '../../server/contract/session.ts';
import { notFound } from '../../server/errors.ts';
import { auditRows, breakAudit } from '../auth/audit-rows.ts';
import type { TestEntry } from '../support/transcripts.ts';
import { Door } from './door.ts';

const SECRET = `ghp_${'A1b2C3d4E5f6G7h8'.repeat(2)}wxyz`;

let door: Door;
let ann: Person;
let operator: Person;
let owner: Person;

beforeEach(async () => {
  door = new Door();
  ann = await door.addPerson('ann');
  operator = await door.addPerson('operator', 'operator');
  owner = await door.addPerson('owner', 'owner');
});
afterEach(async () => {
  // Whatever was changed, index and content say the same.
  const faults = (await door.store.engine.check()).filter((check) => !check.ok);
  expect(faults.map(({ name, detail }) => `${name}: ${detail}`)).toEqual([]);
  await door.close();
  vi.restoreAllMocks();
});

/** The log of the failure that a test provokes is not for whoever runs it. */
function quietLog(): void {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
}

describe('sessions.update', () => {
  const get = (person: Person = ann) => door.ask<ShownSession>(person, 'sessions.get', { session: 's' });
  const update = (person: Person, patch: object) => door.call(person, 'sessions.update', { session: 's', patch });
  const save = (title: string | null, more: readonly TestEntry[] = []) =>
    door.save(ann, { nativeId: 's', title, entries: [{ id: 'a', text: 'kettle' }, ...more] });

  it('sets what it names and leaves the rest, by the session’s owner and by owners', async () => {
    await save('From the file');
    expect((await update(ann, { title: '  Chosen ', label: 'urgent' })).status).toBe(200);
    expect(await get()).toMatchObject({ title: 'Chosen', label: 'urgent', isArchived: false, isIncognito: false });
    expect((await update(owner, { isArchived: true })).status).toBe(200);
    expect(await get()).toMatchObject({ title: 'Chosen', label: 'urgent', isArchived: true });
    expect((await update(ann, { label: null, isArchived: false })).status).toBe(200);
    expect(await get()).toMatchObject({ title: 'Chosen', label: null, isArchived: false });
    const { sessionId } = await get();
    expect(auditRows(door.store.file)).toEqual(
      [ann, owner, ann].map((person) => ({
        act: 'session-updated',
        personId: person.id,
        subject: sessionId,
        scope: person === owner ? 'everything' : 'owned',
      })),
    );
  });

  it('is not there for who may only read the session', async () => {
    await save('From the file');
    const before = await get();
    const { status, text } = await update(operator, { title: 'Mine' });
    expect([status, text.includes(notFound().message)]).toEqual([404, true]);
    expect(await get()).toEqual(before);
    expect(auditRows(door.store.file)).toEqual([]);
  });

  it('takes a session out of an operator’s sight at the next request, and puts it back', async () => {
    await save(null);
    const hits = async () =>
      (await door.ask<SearchReply>(operator, 'sessions.search', { query: 'kettle' })).results.length;
    expect(await hits()).toBe(1);
    await update(ann, { isIncognito: true });
    expect([await hits(), (await door.call(operator, 'sessions.get', { session: 's' })).status]).toEqual([0, 404]);
    expect((await get(owner)).isIncognito).toBe(true);
    await update(ann, { isIncognito: false });
    expect(await hits()).toBe(1);
  });

  it('masks a secret in a title and a label, and cuts neither in half', async () => {
    await save(null);
    await update(ann, { title: `key ${SECRET}`, label: `is ${SECRET}` });
    const shown = await get();
    expect(shown).toMatchObject({ title: 'key [redacted:github-token]', label: 'is [redacted:github-token]' });
    expect((await update(ann, { title: 'x'.repeat(201) })).status).toBe(400);
  });

  it('holds over a re-import, whether or not it brings something new', async () => {
    await save('From the file');
    await update(ann, { title: 'Chosen', label: 'kept', isArchived: true, isIncognito: true });
    await save('From the file');
    await save('From the file, renamed', [{ id: 'b', text: 'kettle again' }]);
    expect(await get()).toMatchObject({
      title: 'Chosen',
      label: 'kept',
      isArchived: true,
      isIncognito: true,
      messages: 2,
    });
  });

  it('does nothing without its audit row', async () => {
    await save('From the file');
    breakAudit(door.store.file);
    quietLog();
    expect((await update(ann, { title: 'Chosen', isIncognito: true })).status).toBe(500);
    expect(await get()).toMatchObject({ title: 'From the file', isIncognito: false });
  });
});

describe('sessions.switchBranch', () => {
  /** A trunk of two, and two branches of it: the newer one is active. */
  const tree: readonly TestEntry[] = [
    { id: 'r', text: 'trunk of the tree', parent: null },
    { id: 't', text: 'trunk goes on', parent: 'r' },
    { id: 'old', text: 'heron on the old branch', parent: 't' },
    { id: 'old-2', text: 'heron stays', parent: 'old' },
    { id: 'new', text: 'osprey on the new branch', parent: 't' },
  ];
  const save = (entries: readonly TestEntry[] = tree) => door.save(ann, { nativeId: 's', entries });
  const switchTo = (person: Person, leaf: string) => door.call(person, 'sessions.switchBranch', { session: 's', leaf });
  const shown = async () => {
    const history = await door.ask<HistoryReply>(ann, 'sessions.history', { session: 's' });
    return history.messages.map(({ messageId }) => messageId);
  };
  const found = async (query: string) =>
    (await door.ask<SearchReply>(ann, 'sessions.search', { query, group: 'message', sort: 'oldest' })).results.map(
      ({ messageId }) => messageId,
    );

  it('moves history and search to the branch, and back again', async () => {
    await save();
    expect([await shown(), await found('heron'), await found('osprey')]).toEqual([['r', 't', 'new'], [], ['new']]);
    expect((await switchTo(ann, 'old-2')).text).toContain('"active":4');
    expect([await shown(), await found('heron'), await found('osprey')]).toEqual([
      ['r', 't', 'old', 'old-2'],
      ['old', 'old-2'],
      [],
    ]);
    expect(await found('osprey branch:any')).toEqual(['new']);
    expect((await switchTo(owner, 'old')).status).toBe(200);
    expect([await shown(), await found('heron')]).toEqual([['r', 't', 'old'], ['old']]);
    expect((await switchTo(ann, 'new')).status).toBe(200);
    expect([await shown(), await found('heron'), await found('osprey')]).toEqual([['r', 't', 'new'], [], ['new']]);
    const { sessionId } = await door.ask<ShownSession>(ann, 'sessions.get', { session: 's' });
    expect(auditRows(door.store.file).map(({ act, personId, subject }) => [act, personId, subject])).toEqual(
      [ann, owner, ann].map(({ id }) => ['branch-switched', id, sessionId]),
    );
  });

  it('holds over a re-import that brings nothing new, and is given up when the file brings newer entries', async () => {
    await save();
    await switchTo(ann, 'old-2');
    await save();
    expect([await shown(), await found('heron')]).toEqual([
      ['r', 't', 'old', 'old-2'],
      ['old', 'old-2'],
    ]);
    await save([...tree, { id: 'newer', text: 'osprey again', parent: 'new' }]);
    expect([await shown(), await found('heron'), await found('osprey')]).toEqual([
      ['r', 't', 'new', 'newer'],
      [],
      ['new', 'newer'],
    ]);
    // Given up for good: the next import does not bring it back.
    await save([...tree, { id: 'newer', text: 'osprey again', parent: 'new' }]);
    expect(await shown()).toEqual(['r', 't', 'new', 'newer']);
  });

  it('keeps the counts of the session right', async () => {
    await save();
    const entries = async () => (await door.ask<ShownSession>(ann, 'sessions.get', { session: 's' })).entries;
    const before = await entries();
    await switchTo(ann, 'old-2');
    expect(await entries()).toBe(before);
  });

  it('is not there for who may only read the session, nor for a branch that is none', async () => {
    await save();
    expect((await switchTo(operator, 'old')).text).toContain(notFound().message);
    expect((await switchTo(operator, 'nope')).text).toContain(notFound().message);
    const { status, text } = await switchTo(ann, 'nope');
    expect([status, text.includes('This session holds no such branch.')]).toEqual([404, true]);
    expect(await shown()).toEqual(['r', 't', 'new']);
    expect(auditRows(door.store.file)).toEqual([]);
  });

  it('does nothing without its audit row', async () => {
    await save();
    breakAudit(door.store.file);
    quietLog();
    expect((await switchTo(ann, 'old')).status).toBe(500);
    expect([await shown(), await found('heron')]).toEqual([['r', 't', 'new'], []]);
  });
});
