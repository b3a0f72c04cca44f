import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportSession } from '../../server/history/export-session.ts';
import { deleteSession } from '../../server/transcripts/delete-session.ts';
import { ImportWorld } from '../ingest/import-world.ts';
import { withDatabase } from '../support/test-store.ts';
import { reader, saveTestTranscript, writer } from '../support/transcripts.ts';
import { bytesOf, escapedWhole, exported, LABEL, piecesIn, TOKEN } from './export-support.ts';

const FIXTURES = path.resolve('test/fixtures/import');
const CLAUDE = 'claude-code/projects/-home-someone-shop/0c000000-0000-4000-8000-000000000001.jsonl';
const OPENCLAW = 'openclaw/agents/main/sessions/0f000000-0000-4000-8000-000000000002.jsonl';

const readFixture = (name: string): string => readFileSync(path.join(FIXTURES, name), 'utf8');

/** A world that holds one file, and its one session. */
async function worldWith(name: string, content: string | Uint8Array) {
  const world = new ImportWorld();
  world.write(name, content);
  await world.import();
  const [session] = await world.sessions();
  if (session === undefined) throw new Error('Nothing was imported.');
  return { world, session, scope: reader(world.store.engine, await world.person()) };
}

describe('an export as JSON Lines', () => {
  it.each([CLAUDE, OPENCLAW])(
    'gives the file back byte for byte, and makes the same session again: %s',
    async (name) => {
      const content = readFixture(name);
      const { world, session, scope } = await worldWith(name, content);
      const text = await exported(scope, { session: session.sessionId, as: 'jsonl' });
      expect(text).toBe(content);
      const again = await worldWith(name, text);
      const { sessionId: _, ...shown } = session;
      expect(again.session).toEqual({ ...shown, sessionId: again.session.sessionId });
      const { sessionId: _id, ...history } = await world.history(session.sessionId);
      expect(await again.world.history(again.session.sessionId)).toMatchObject(history);
      expect(history.messages.length).toBeGreaterThan(1);
    },
  );

  it('keeps odd lines as they are: carriage returns, bytes that are no UTF-8, lines that are no JSON', async () => {
    const [first = '', ...rest] = readFixture(CLAUDE).trimEnd().split('\n');
    const odd = Buffer.concat([Buffer.from('{"type":"odd","x":"'), Buffer.of(0xff, 0xfe, 0xc3), Buffer.from('"}')]);
    const parts = [
      Buffer.from(`${first}\r\n`),
      odd,
      Buffer.from('\nnot JSON at all \u0000\n'),
      Buffer.from(rest.join('\n')),
    ];
    const { session, scope } = await worldWith(CLAUDE, Buffer.concat(parts));
    const bytes = await bytesOf(await exportSession(scope, { session: session.sessionId, as: 'jsonl' }));
    expect(bytes).toEqual(Buffer.concat([...parts, Buffer.from('\n')]));
  });

  it('changes nothing but secrets, and only in the lines that hold one', async () => {
    const lines = readFixture(CLAUDE).trimEnd().split('\n');
    const planted = { ...(JSON.parse(lines.at(-1) ?? '') as object), [TOKEN]: { note: `é ${TOKEN}`, path: 'a/b' } };
    const bad = [
      JSON.stringify(planted).replace('a/b', 'a\\/b'),
      `{"type":"odd","escaped":"${escapedWhole(TOKEN)}","kept":"\\u00e9"}`,
      `broken ${TOKEN}`,
    ];
    const { session, scope } = await worldWith(CLAUDE, [...lines.slice(0, -1), ...bad, ''].join('\n'));
    const text = await exported(scope, { session: session.sessionId, as: 'jsonl' });
    expect(piecesIn(text, TOKEN)).toEqual([]);
    expect(text.split('\n')).toEqual([
      ...lines.slice(0, -1),
      bad[0]?.replaceAll(TOKEN, LABEL),
      `{"type":"odd","escaped":"${LABEL}","kept":"\\u00e9"}`,
      `broken ${LABEL}`,
      '',
    ]);
  });

  it('holds all branches, and refuses to leave a part out', async () => {
    const world = new ImportWorld();
    const person = await world.person();
    const entries = [
      { id: 'a', text: 'root' },
      { id: 'b', text: 'left' },
      { id: 'c', parent: 'a', text: 'right' },
    ];
    await saveTestTranscript(writer(world.store.engine, person), { entries });
    const scope = reader(world.store.engine, person);
    const text = await exported(scope, { session: 'native-1', as: 'jsonl' });
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { id: string }).id),
    ).toEqual(['a', 'b', 'c']);
    for (const part of [{ branch: 'b' }, { includeTools: false }])
      await expect(exportSession(scope, { session: 'native-1', as: 'jsonl', ...part })).rejects.toMatchObject({
        kind: 'bad-input',
      });
  });

  it('fails in the middle when the session is deleted meanwhile, so that no half file passes for a whole one', async () => {
    const world = new ImportWorld();
    const person = await world.person();
    const entries = Array.from({ length: 1200 }, (_, index) => ({
      id: `e${index}`,
      text: `word ${index} `.repeat(40),
    }));
    await saveTestTranscript(writer(world.store.engine, person), { entries });
    for (const as of ['jsonl', 'markdown', 'html'] as const) {
      const name = as === 'jsonl' ? 'native-1' : as;
      if (as !== 'jsonl') await saveTestTranscript(writer(world.store.engine, person), { nativeId: as, entries });
      const { chunks } = await exportSession(reader(world.store.engine, person), { session: name, as });
      const reading = chunks[Symbol.asyncIterator]();
      await reading.next();
      await deleteSession(writer(world.store.engine, person), name);
      const toTheEnd = async (): Promise<void> => {
        while ((await reading.next()).done !== true);
      };
      await expect(toTheEnd()).rejects.toMatchObject({ kind: 'gone' });
    }
  });
});

describe('the audit row of an export', () => {
  it('is there before the first byte, with session, scope and count, and for nothing that was refused', async () => {
    const { world, session, scope } = await worldWith(CLAUDE, readFixture(CLAUDE));
    const rows = (): unknown[] =>
      withDatabase(world.store.file, (client) =>
        client.prepare("SELECT person_id, subject, scope, results FROM audit_event WHERE act = 'export'").all(),
      );
    const row = { person_id: scope.actor.person.id, subject: session.sessionId, scope: 'own' };
    await exportSession(scope, { session: session.sessionId, as: 'jsonl' });
    expect(rows()).toEqual([{ ...row, results: session.entries }]);
    await exportSession(scope, { session: session.sessionId, as: 'html' });
    expect(rows()).toEqual([
      { ...row, results: session.entries },
      { ...row, results: session.messages },
    ]);
    await expect(exportSession(scope, { session: 'nobodys', as: 'html' })).rejects.toMatchObject({ kind: 'not-found' });
    await expect(
      exportSession(scope, { session: session.sessionId, as: 'html', branch: 'nobodys' }),
    ).rejects.toMatchObject({ kind: 'not-found' });
    expect(rows()).toHaveLength(2);
  });
});
