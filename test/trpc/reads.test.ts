import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import type { HistoryReply } from '../../server/contract/history.ts';
import type { SearchReply } from '../../server/contract/search.ts';
import type { SessionListReply, ShownSession } from '../../server/contract/session.ts';
import { notFound } from '../../server/errors.ts';
import { Door } from './door.ts';

describe('reading through the tRPC door', () => {
  let door: Door;
  let ann: Person;
  let bob: Person;
  const search = (person: Person, query: string, more: object = {}) =>
    door.ask<SearchReply>(person, 'sessions.search', { query, ...more });

  beforeAll(async () => {
    door = new Door();
    ann = await door.addPerson('ann');
    bob = await door.addPerson('bob');
    const said = ['beacon harbour', 'a lantern and a beacon', 'title said nosuch', 'NEAR the beacon', 'naïve café ﬁle'];
    await door.save(ann, {
      nativeId: 'ann-1',
      title: 'Of Ann',
      entries: said.map((text, index) => ({ id: `a${index}`, text })),
    });
    await door.save(ann, { nativeId: 'ann-2', entries: [{ id: 'b0', text: 'beacon again' }] });
    await door.save(bob, { nativeId: 'bob-1', title: 'Of Bob', entries: [{ id: 'c0', text: 'beacon of bob' }] });
  });
  afterAll(() => door.close());

  it('A1 A2 A3: finds text, whatever signs are in the query, and says how it was read', async () => {
    const signs = ['"', '""', "'", '(', ')', '((', '{', '}', ':', '*', '^', '-', '+', '\\', ';', '--', '/*', '%', '_'];
    const words = [
      'title:x',
      'nosuch:x',
      'https://a.b',
      'alpha-beta',
      '{"a":1}',
      'NEAR(a b, 999999999999)',
      'NEAR(',
      '^a',
      'a*',
      'AND',
      'OR',
      'NOT',
      'a NOT',
      'terms:a',
      'scope:a',
      'rowid:1',
      "x' OR 1=1 --",
      '"; DROP TABLE entry; --',
      '?1',
      '$x',
    ];
    for (const query of [
      ...signs,
      ...words,
      ...signs.map((sign) => `beacon ${sign}`),
      ...signs.map((sign) => `${sign}beacon`),
    ]) {
      const reply = await search(ann, query);
      expect(reply.interpreted).toBeTypeOf('object');
      expect(reply.results.every((hit) => hit.title !== 'Of Bob')).toBe(true);
    }
    expect((await search(ann, 'beacon "', { group: 'message' })).results).toHaveLength(4);
    expect((await search(ann, '(beacon', { group: 'message' })).results).toHaveLength(4);
    expect((await search(ann, 'NEAR', { group: 'message' })).results).toHaveLength(1);
  });

  it('A4: strips what is no text, and says so when nothing is left', async () => {
    for (const query of ['bea\0con harbour', 'beacon\u0001\u0002harbour', 'beacon\ud800 harbour']) {
      expect((await door.call(ann, 'sessions.search', { query })).status).toBe(200);
    }
    expect((await search(ann, 'beacon\0harbour', { group: 'message' })).results.map((hit) => hit.messageId)).toEqual([
      'a0',
    ]);
    for (const query of ['\0', '\u200b\u200b', '\u0007', '***']) {
      const { interpreted } = await search(ann, query);
      expect(JSON.stringify(interpreted)).toContain('Nothing is left to search for');
    }
  });

  it('A5 A6 A7: refuses what is too long, too many or too deep in one sentence, and never cuts it silently', async () => {
    const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`);
    const tooMuch = [
      'x'.repeat(4097),
      'x '.repeat(50_000),
      words(33).join(' '),
      words(33).join(' OR '),
      words(33)
        .map((word) => `-${word}`)
        .join(' '),
      words(33)
        .map((word) => `"${word} x"`)
        .join(' '),
      Array.from({ length: 33 }, () => 'beacon').join(' '),
    ];
    for (const query of tooMuch) {
      const [status, message] = await door.refusal(ann, 'sessions.search', { query });
      expect({ query: query.slice(0, 20), status }).toEqual({ query: query.slice(0, 20), status: 400 });
      expect(message).toMatch(/at most|characters|terms/);
      expect(message).not.toMatch(/w32|SQL|fts/i);
    }
    for (const query of [
      '('.repeat(4096),
      '-('.repeat(2000),
      `${'('.repeat(1000)}beacon${')'.repeat(1000)}`,
      '('.repeat(256),
    ]) {
      const { status, text } = await door.call(ann, 'sessions.search', { query });
      expect([200, 400]).toContain(status);
      expect(text).not.toMatch(/SQL|fts5|stack/i);
    }
    expect((await door.call(ann, 'sessions.search', { query: words(32).join(' ') })).status).toBe(200);
  });

  it('A12: refuses a cursor that is forged, cut, another query’s or another person’s', async () => {
    const ask = { sort: 'newest', group: 'message', limit: 1 };
    const { nextCursor } = await search(ann, 'beacon', ask);
    const cursor = nextCursor ?? '';
    const [body = '', signature = ''] = cursor.split('.');
    const opened = Buffer.from(body, 'base64url').toString();
    const forged = Buffer.from(opened.replace(/agent:main:[^"]+/, 'agent:main:bob-1')).toString('base64url');
    const bad = [
      `${forged}.${signature}`,
      `${body}.${signature.slice(1)}`,
      `${body}.`,
      body,
      `.${signature}`,
      `${cursor}.x`,
      cursor.slice(0, -1),
      '',
      'x',
      '"; --',
      '\0',
      'A'.repeat(2000),
    ];
    for (const wrong of bad) {
      const [status, message] = await door.refusal(ann, 'sessions.search', { query: 'beacon', ...ask, cursor: wrong });
      expect({ wrong, status }).toEqual({ wrong, status: 400 });
      expect(message).toBe('This cursor does not belong to this search. Start again without a cursor.');
    }
    for (const [person, query, more] of [
      [ann, 'lantern', {}],
      [ann, 'beacon', { sort: 'oldest' }],
      [ann, 'beacon', { group: 'session' }],
      [bob, 'beacon', {}],
    ] as const) {
      expect((await door.call(person, 'sessions.search', { query, ...ask, ...more, cursor })).status).toBe(400);
    }
    expect((await search(ann, 'beacon', { ...ask, cursor })).results).toHaveLength(1);
    expect((await door.call(ann, 'sessions.search', { query: 'beacon', cursor: 'A'.repeat(2001) })).status).toBe(400);
    for (const wrong of ['x', '', Buffer.from('[1]').toString('base64url'), Buffer.from('{}').toString('base64url')]) {
      expect((await door.call(ann, 'sessions.list', { cursor: wrong })).status).toBe(400);
    }
    // A list's cursor is a place and no right: one that names a hidden row shows nothing more.
    const [hidden] = (await door.ask<SessionListReply>(bob, 'sessions.list', {})).sessions;
    const at = Buffer.from(JSON.stringify([9e15, hidden?.sessionKey, hidden?.sessionId])).toString('base64url');
    const listed = await door.ask<SessionListReply>(ann, 'sessions.list', { cursor: at });
    expect(listed.sessions.map(({ ownerEmail }) => ownerEmail)).toEqual(['ann@example.org', 'ann@example.org']);
  });

  it('A15: finds canonically equal text, whatever the script or form, and never falls over', async () => {
    const ids = async (query: string) =>
      (await search(ann, query, { group: 'message' })).results.map((hit) => hit.messageId);
    for (const query of ['naïve', 'nai\u0308ve', 'NAÏVE', 'café', 'cafe\u0301', 'file'])
      expect(await ids(query)).toEqual(['a4']);
    for (const query of [
      'İstanbul',
      'ı',
      'ß',
      '漢字',
      'שלום',
      'مرحبا',
      '👩‍👩‍👧',
      '\u202Ebeacon',
      'ｂｅａｃｏｎ',
      'e\u0301'.repeat(500),
    ]) {
      expect((await door.call(ann, 'sessions.search', { query })).status).toBe(200);
    }
  });

  it('B8 B17: answers for a hidden session byte for byte as for one that never was, however malformed the rest is', async () => {
    const [hidden] = (await door.ask<SessionListReply>(bob, 'sessions.list', {})).sessions;
    const names = [hidden?.sessionId, hidden?.sessionKey, 'bob-1'];
    const absent = await door
      .ask<ShownSession>(ann, 'sessions.get', { session: 'ann-1' })
      .then(() => 'xxxxxxxxxxxxxxxx');
    const calls: readonly (readonly [string, object])[] = [
      ['sessions.get', {}],
      ['sessions.history', {}],
      ['sessions.history', { around: 'c0' }],
      ['sessions.history', { around: 'nope', limit: 1 }],
      ['sessions.history', { branch: 'c0', before: 'c0' }],
      ['sessions.history', { around: 'c0', before: 'c0' }],
      ['sessions.history', { limit: 0 }],
      ['sessions.history', { nosuch: 1 }],
      ['sessions.update', { patch: { title: 'x' } }],
      ['sessions.update', { patch: { title: '' } }],
      ['sessions.switchBranch', { leaf: 'c0' }],
      ['grants.list', {}],
      ['grants.add', { email: 'bob@example.org' }],
      ['grants.add', { email: 'nobody@example.org', expiresAtMs: Date.now() + 60_000 }],
    ];
    for (const [procedure, input] of calls) {
      const wanted = await door.call(ann, procedure, { ...input, session: absent });
      expect(wanted.status).toBeGreaterThanOrEqual(400);
      for (const session of names) {
        const got = await door.call(ann, procedure, { ...input, session });
        expect([got.status, got.text, [...got.headers]]).toEqual([wanted.status, wanted.text, [...wanted.headers]]);
      }
    }
    const [status, message] = await door.refusal(ann, 'sessions.get', { session: hidden?.sessionId });
    expect([status, message]).toEqual([404, notFound().message]);
  });

  it('B11: takes no variant of an id for the id', async () => {
    const { sessionId } = await door.ask<ShownSession>(ann, 'sessions.get', { session: 'ann-1' });
    const upper = sessionId === sessionId.toUpperCase() ? sessionId.toLowerCase() : sessionId.toUpperCase();
    const variants = [
      `${sessionId}\n`,
      ` ${sessionId}`,
      `${sessionId} `,
      `${sessionId}\0`,
      `${sessionId}%00`,
      `${sessionId}/`,
      `${sessionId}%2F`,
      encodeURIComponent('agent:main:ann-1'),
      upper,
      'аnn-1', // a Cyrillic a
      'ann‑1',
      'ANN-1',
      'ann_1',
      '%',
      '*',
    ];
    for (const session of variants) {
      expect(await door.refusal(ann, 'sessions.get', { session })).toEqual([404, notFound().message]);
    }
    for (const session of [[sessionId], { toString: sessionId }, 1, null, true]) {
      expect((await door.call(ann, 'sessions.get', { session })).status).toBe(400);
    }
  });

  it('B12 B13: reads and changes nothing by a message of another session than the one that is named', async () => {
    const ask = (more: object) => door.ask<HistoryReply>(ann, 'sessions.history', { session: 'ann-1', ...more });
    for (const messageId of ['b0', 'c0']) {
      expect(await ask({ around: messageId })).toMatchObject({
        messages: [],
        anchor: null,
        reason: 'This session holds no such message.',
      });
      expect(await ask({ branch: messageId })).toMatchObject({
        messages: [],
        reason: 'This session holds no such branch.',
      });
      const [status] = await door.refusal(ann, 'sessions.switchBranch', { session: 'ann-1', leaf: messageId });
      expect(status).toBe(404);
    }
    // Nor by a second session beside the first.
    expect((await door.call(ann, 'sessions.history', { session: 'ann-1', sessionId: 'bob-1' })).status).toBe(400);
  });

  it('B14: filters that name other people or their things give what names nobody gives', async () => {
    const nothing = await search(ann, 'beacon person:nobody@example.org');
    for (const filter of ['person:bob@example.org', 'session:bob-1', 'session:agent:main:bob-1', 'title:"Of Bob"']) {
      const reply = await search(ann, `beacon ${filter}`);
      expect({ ...reply, interpreted: null }).toEqual({ ...nothing, interpreted: null });
    }
    for (const input of [{ search: 'Of Bob' }, { search: 'bob-1' }, { agentId: 'nobody' }]) {
      expect(await door.ask(ann, 'sessions.list', input)).toEqual({ sessions: [], nextCursor: null });
    }
  });

  it('H1: tells nobody anything without a session, or with one that is over', async () => {
    const everything = ['search', 'history', 'list', 'get', 'update', 'switchBranch', 'delete'].map(
      (name) => `sessions.${name}`,
    );
    for (const procedure of [
      ...everything,
      'sources.import',
      'sources.cancel',
      'users.me',
      'users.list',
      'grants.list',
    ]) {
      const [status, message] = await door.refusal(null, procedure, { session: 'bob-1', query: 'beacon' });
      expect([procedure, status, message]).toEqual([procedure, 401, 'Sign in first.']);
    }
    const owner = await door.addPerson('owner', 'owner');
    const gone = await door.addPerson('gone');
    await door.ask(owner, 'users.change', { email: 'gone@example.org', isDisabled: true });
    expect(await door.refusal(gone, 'users.me', undefined)).toEqual([401, 'Sign in first.']);
    const bearer = { headers: { authorization: 'Bearer anything' } };
    expect(await door.refusal(ann, 'users.me', undefined, bearer)).toEqual([401, 'Sign in first.']);
  });

  it('B18: health says that the store can be read, and no more', async () => {
    expect(await door.ask(null, 'system.health', undefined)).toEqual({ ok: true });
  });
});
