import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import { AppError, type ErrorKind } from '../../server/errors.ts';
import { Door, messageOf, ORIGIN, PORT } from './door.ts';

const SENT = 'sentinel7Q';

describe('a request to the tRPC door', () => {
  let door: Door;
  let owner: Person;
  const people = async () => (await door.store.engine.listPeople()).length;
  const invite = (email: string) => ({ email, role: 'member' });

  beforeAll(async () => {
    door = new Door();
    owner = await door.addPerson('owner', 'owner');
  });
  afterAll(() => door.close());

  it('runs queries and mutations by POST with JSON, one or ten at a time', async () => {
    expect(await door.ask(owner, 'users.me', undefined)).toMatchObject({ email: 'owner@example.org', role: 'owner' });
    const paths = Array.from({ length: 10 }, () => 'users.me').join(',');
    const { status, text } = await door.send(owner, `/api/trpc/${paths}?batch=1`, { body: '{}' });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toHaveLength(10);
  });

  it('A14: is refused whole when it holds more than ten calls, and nothing of it runs', async () => {
    for (const count of [11, 1000]) {
      const paths = Array.from({ length: count }, () => 'users.invite').join(',');
      const inputs = Object.fromEntries(
        Array.from({ length: count }, (_, index) => [index, invite(`p${index}@example.org`)]),
      );
      const { status, text } = await door.send(owner, `/api/trpc/${paths}?batch=1`, { body: JSON.stringify(inputs) });
      expect(status).toBe(400);
      expect(text).not.toContain('example.org');
    }
    expect(await people()).toBe(1);
  });

  it('A14: has each call of a batch authorised alone', async () => {
    const { status, text } = await door.send(null, '/api/trpc/system.health,users.me,users.list?batch=1', {
      body: '{}',
    });
    expect(status).toBe(207);
    const codes = (JSON.parse(text) as { error?: { data: { code: string } } }[]).map((each) => each.error?.data.code);
    expect(codes).toEqual([undefined, 'UNAUTHORIZED', 'UNAUTHORIZED']);
  });

  it('H3: is refused by GET, also a query, also when it asks for an event stream', async () => {
    const input = encodeURIComponent(JSON.stringify({ query: SENT }));
    for (const headers of [{}, { accept: 'text/event-stream' }, { accept: 'application/jsonl' }]) {
      for (const address of [
        `/api/trpc/sessions.search?input=${input}`,
        '/api/trpc/users.me',
        '/api/trpc/users.me,sources.progress?batch=1',
        `/api/trpc/users.invite?input=${encodeURIComponent(JSON.stringify(invite('get@example.org')))}`,
      ]) {
        const { status, text } = await door.send(owner, address, { method: 'GET', headers });
        expect({ address, status }).toEqual({ address, status: 405 });
        expect(text).not.toContain('owner@example.org');
      }
    }
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']) {
      expect((await door.send(owner, '/api/trpc/users.me', { method })).status).toBe(405);
    }
    expect(await people()).toBe(1);
  });

  it('H3: is refused as a form, multipart, bytes, plain text, or without a type', async () => {
    const form = new FormData();
    form.set('email', 'form@example.org');
    const body = JSON.stringify(invite('form@example.org'));
    for (const [type, sent] of [
      ['application/x-www-form-urlencoded', body],
      ['multipart/form-data; boundary=x', body],
      [null, form],
      ['application/octet-stream', body],
      ['text/plain', body],
      ['text/plain;application/json', body],
      ['text/json', body],
      ['application/jsonl', body],
      ['', body],
    ] as const) {
      const headers = type === null ? {} : { 'content-type': type };
      if (type === null) Reflect.deleteProperty(headers, 'content-type');
      const { status } = await door.call(owner, 'users.invite', null, {
        body: sent,
        headers: type === null ? { 'content-type': 'multipart/form-data; boundary=y' } : headers,
      });
      expect({ type, status }).toEqual({ type, status: 415 });
    }
    expect(await people()).toBe(1);
  });

  it('H3: is refused from another origin, a null one, a sibling port, another scheme, or none beside a cookie', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      '',
      `http://localhost:${PORT + 1}`,
      'http://localhost',
      `https://localhost:${PORT}`,
      `http://localhost:${PORT}.evil.example`,
      `http://evil.localhost:${PORT}`,
      `${ORIGIN}/`,
      'http://scrollback.example.org',
      null,
    ]) {
      const { status, text } = await door.call(owner, 'users.invite', invite('csrf@example.org'), {
        headers: { origin },
      });
      expect({ origin, status }).toEqual({ origin, status: 403 });
      expect(text).toBe('This request came from another origin.');
    }
    expect(await people()).toBe(1);
  });

  it('H3: is taken from our own origins, and without one from a program that carries no cookie', async () => {
    for (const origin of [
      ORIGIN,
      `http://127.0.0.1:${PORT}`,
      `http://[::1]:${PORT}`,
      'https://scrollback.example.org',
    ]) {
      expect((await door.call(owner, 'users.me', undefined, { headers: { origin } })).status).toBe(200);
    }
    expect((await door.call(null, 'system.health', undefined, { headers: { origin: null } })).status).toBe(200);
  });

  it('H14: is refused under a name that is not ours, whatever its method', async () => {
    for (const host of [
      'evil.example',
      `evil.example:${PORT}`,
      'localhost',
      `localhost:${PORT + 1}`,
      `localhost.evil.example:${PORT}`,
      `user@localhost:${PORT}`,
      `localhost:${PORT}/x`,
      `localhost:${PORT}, evil.example`,
      '',
      null,
    ]) {
      for (const method of ['POST', 'GET']) {
        const headers = { host, accept: 'text/event-stream' };
        const { status, text } = await door.send(owner, '/api/trpc/users.invite', {
          method,
          headers,
          ...(method === 'GET' ? {} : { body: JSON.stringify(invite('host@example.org')) }),
        });
        expect({ host, method, status }).toEqual({ host, method, status: 403 });
        expect(text).not.toContain('evil');
      }
    }
    for (const host of ['scrollback.example.org', 'SCROLLBACK.example.org:443', `[::1]:${PORT}`, `127.0.0.1:${PORT}`]) {
      expect((await door.call(owner, 'users.me', undefined, { headers: { host } })).status).toBe(200);
    }
    expect(await people()).toBe(1);
  });

  it('A5: is refused when its body is over the bound, however it arrives, without reading it to its end', async () => {
    expect((await door.call(owner, 'sessions.search', { query: 'x'.repeat(262_144) })).status).toBe(413);
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        if (sent > 16_777_216) controller.close();
        else controller.enqueue(new Uint8Array(65_536).fill(32));
      },
    });
    expect((await door.call(owner, 'users.me', null, { body: endless })).status).toBe(413);
    expect(sent).toBeLessThan(1_000_000);
  });

  it('A11 A13: with input of another form is refused in a sentence that repeats nothing of it', async () => {
    const bad: readonly (readonly [string, unknown])[] = [
      ...[0, -1, 1e9, 1.5, null, '50 or 1=1', [5], { $gt: 0 }, true].map(
        (limit) => ['sessions.search', { query: SENT, limit }] as const,
      ),
      ...[0, -1, 1e9, 1.5, SENT].map((limit) => ['sessions.list', { limit }] as const),
      ...[0, 1001, SENT].map((limit) => ['sessions.history', { session: 'x', limit }] as const),
      ['sessions.search', { query: 'x', sort: SENT }],
      ['sessions.search', { query: 'x', sort: '__proto__' }],
      ['sessions.search', { query: 'x', sort: ['best', 'best'] }],
      ['sessions.search', { query: 'x', group: `owner; DROP TABLE entry -- ${SENT}` }],
      ['sessions.search', { query: 'x', [SENT]: 1 }],
      ['sessions.search', { query: [SENT] }],
      ['sessions.search', { query: 5 }],
      ['sessions.search', SENT],
      ['sessions.search', [SENT]],
      ['sessions.search', null],
      ['sessions.list', { kinds: [SENT] }],
      ['sessions.list', { kinds: 'main' }],
      ['sessions.list', { archived: SENT }],
      ['sessions.get', { session: [SENT] }],
      ['sessions.get', { session: 7 }],
      ['sessions.get', { session: '' }],
      ['sessions.get', { session: SENT.repeat(200) }],
      ['sessions.update', { session: SENT, patch: {} }],
      ['sessions.update', { session: 'x', patch: { ownerId: SENT } }],
      ['sessions.update', { session: 'x', patch: { title: '   ' } }],
      ['grants.add', { session: 'x', email: SENT }],
      ['grants.add', { session: 'x', email: 'a@example.org', covers: SENT }],
      ['grants.add', { session: 'x', email: 'a@example.org', expiresAtMs: SENT }],
      ['grants.revoke', { grantId: SENT }],
      ['grants.revoke', { grantId: '1' }],
      ['users.invite', { email: 'a@example.org', role: SENT }],
      ['users.invite', { email: `${SENT} no address`, role: 'member' }],
      ['users.change', { email: 'a@example.org', isDisabled: SENT }],
      ['users.changePassword', { current: SENT, next: 'x'.repeat(5000) }],
      ['users.choosePassword', { token: SENT.repeat(50), email: '', password: '' }],
      ['sources.import', { paths: [] }],
      ['sources.import', { paths: SENT }],
    ];
    for (const [procedure, input] of bad) {
      const [status, message] = await door.refusal(owner, procedure, input);
      expect({ procedure, input, status }).toEqual({ procedure, input, status: 400 });
      expect(message).not.toMatch(new RegExp(`${SENT}|DROP|__proto__|[[{]`));
      expect(message.length).toBeLessThan(200);
    }
  });

  it('A13: cannot reach a prototype by its input or its path', async () => {
    const body = '{"query":"x","__proto__":{"limit":1000000},"constructor":{"prototype":{"polluted":1}}}';
    expect((await door.call(owner, 'sessions.search', null, { body })).status).toBe(400);
    for (const path of [
      '__proto__',
      'sessions.__proto__',
      'constructor',
      'sessions.constructor.name',
      'toString',
      '_def',
      'sessions._def',
    ]) {
      expect((await door.call(owner, path, {})).status).toBe(404);
    }
    const batch = await door.send(owner, '/api/trpc/users.me?batch=1', { body: '{"__proto__":{"0":{}},"0":null}' });
    expect(batch.status).toBeLessThan(500);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('is refused in a fixed sentence when it is no JSON, or names no call', async () => {
    for (const body of [`{"query":"${SENT}`, SENT, `[${SENT}]`, `{"query":"x"}${SENT}`, '\0', '']) {
      const { status, text } = await door.call(owner, 'sessions.search', null, { body });
      expect({ body, status }).toEqual({ body, status: 400 });
      expect(text).not.toContain(SENT);
    }
    for (const path of [SENT, `sessions.${SENT}`, `sessions.search/${SENT}`, `${SENT}%00`, '']) {
      const { status, text } = await door.call(owner, path, {});
      expect({ path, status }).toEqual({ path, status: 404 });
      expect(text).not.toContain(SENT);
    }
  });

  it('B16: has every answer marked private and not to be stored', async () => {
    const answers = [
      await door.call(owner, 'users.me', undefined),
      await door.call(null, 'users.me', undefined),
      await door.call(owner, 'sessions.get', { session: 'absent' }),
      await door.call(owner, 'nothing.here', {}),
      await door.send(owner, '/api/trpc/users.me,users.list?batch=1', { body: '{}' }),
    ];
    for (const { headers } of answers) {
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('etag')).toBeNull();
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
    const refused = [
      await door.call(owner, 'users.me', undefined, { headers: { origin: 'null' } }),
      await door.send(owner, '/api/trpc/users.me', { method: 'GET' }),
    ];
    for (const { headers } of refused) expect(headers.get('cache-control')).toContain('no-store');
  });
});

describe('a failure behind the tRPC door', () => {
  afterEach(() => vi.restoreAllMocks());

  async function failingDoor(failure: Error) {
    const door = new Door({
      engine: {
        listPeople: () => Promise.reject(failure),
        pulse: () => Promise.reject(failure),
      },
    });
    return { door, owner: await door.addPerson('owner', 'owner') };
  }

  it('that nobody foresaw is told in one fixed sentence, and goes to the log once', async () => {
    const told: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((line) => told.push(String(line)) > 0);
    const cause = Object.assign(new Error('SQLITE_CORRUPT_VTAB: fts5 main.doc /home/someone/data'), {
      code: 'SQLITE_CORRUPT_VTAB',
    });
    const { door, owner } = await failingDoor(cause);
    for (const [person, procedure] of [
      [owner, 'users.list'],
      [null, 'system.health'],
    ] as const) {
      told.length = 0;
      const { status, text } = await door.call(person, procedure, undefined);
      expect(status).toBe(500);
      expect(JSON.parse(text)).toEqual({
        error: {
          message: 'The server could not do this; its log tells more. Nothing is half-written.',
          code: -32603,
          data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 },
        },
      });
      expect(told).toHaveLength(1);
      expect(JSON.parse(told[0] ?? '')).toMatchObject({
        event: 'procedure failed',
        path: procedure,
        errorCode: 'SQLITE_CORRUPT_VTAB',
      });
    }
    await door.close();
  });

  it('that has a kind gets its own status, and its own sentence', async () => {
    const statuses: Readonly<Record<ErrorKind, number>> = {
      'bad-input': 400,
      'not-found': 404,
      forbidden: 403,
      conflict: 409,
      gone: 410,
      'too-large': 413,
      busy: 503,
      limited: 429,
      timeout: 503,
      cancelled: 499,
      broken: 500,
    };
    for (const [kind, status] of Object.entries(statuses)) {
      const { door, owner } = await failingDoor(new AppError(kind as ErrorKind, `A sentence about ${kind}.`));
      expect(await door.refusal(owner, 'users.list', undefined)).toEqual([status, `A sentence about ${kind}.`]);
      await door.close();
    }
  });

  it('says when to come back where it is for now only', async () => {
    for (const kind of ['busy', 'timeout', 'limited', 'forbidden', 'broken'] as const) {
      const { door, owner } = await failingDoor(new AppError(kind, 'A sentence.'));
      const { headers } = await door.call(owner, 'users.list', undefined);
      const isForNow = kind === 'busy' || kind === 'timeout' || kind === 'limited';
      expect([kind, headers.get('retry-after')]).toEqual([kind, isForNow ? '1' : null]);
      await door.close();
    }
  });

  it('says the same in the body as in the status, also in a batch', async () => {
    const { door, owner } = await failingDoor(new AppError('busy', 'Later.'));
    const { text, headers } = await door.send(owner, '/api/trpc/users.list,users.me?batch=1', { body: '{}' });
    expect(headers.get('retry-after')).toBe('1');
    const [first] = JSON.parse(text) as { error: { data: object } }[];
    expect(first?.error.data).toEqual({ code: 'SERVICE_UNAVAILABLE', httpStatus: 503 });
    expect(messageOf(JSON.stringify(first))).toBe('Later.');
    await door.close();
  });
});
