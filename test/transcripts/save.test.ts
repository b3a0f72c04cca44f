import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import { getHistory } from '../../server/history/get-history.ts';
import { listSessions } from '../../server/history/list-sessions.ts';
import { cleanId } from '../../server/transcripts/clean-id.ts';
import type { ParsedRecords } from '../../server/transcripts/records.ts';
import { BATCH_ENTRIES, saveTranscript } from '../../server/transcripts/save.ts';
import { saveHeader } from '../../server/transcripts/save-header.ts';
import { find } from '../support/asking.ts';
import { NOW_MS, openTestStore, type TestStore, withDatabase } from '../support/test-store.ts';
import {
  addTestPerson,
  reader,
  saveTestTranscript,
  type TestEntry,
  toOutline,
  toRecords,
  writer,
} from '../support/transcripts.ts';

const TOKEN = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`;

describe('saving a transcript', () => {
  let store: TestStore;
  let ann: Person;

  beforeEach(async () => {
    store = openTestStore();
    ann = await addTestPerson(store.engine, 'ann@example.org');
  });
  afterEach(() => store.close());

  const write = () => writer(store.engine, ann);
  const read = () => reader(store.engine, ann);

  async function saveRecords(
    entries: readonly TestEntry[],
    records: ParsedRecords,
    signal = new AbortController().signal,
  ) {
    const source = await store.engine.openSource(ann.id, '/test/file.jsonl');
    return saveTranscript(write(), {
      transcript: toOutline({ entries }),
      records,
      sourceId: source.id,
      isKnownFile: false,
      nowMs: NOW_MS,
      signal,
    });
  }

  it('counts records, messages, and messages on the active branch', async () => {
    const entries: readonly TestEntry[] = [
      { id: 'h', kind: 'header', role: null },
      { id: 'a', text: 'one' },
      { id: 'b', parent: 'a', text: 'left' },
      { id: 't', parent: 'a', kind: 'tool-result', role: 'tool', text: 'output' },
      { id: 'c', parent: 't', text: 'two' },
    ];
    expect(await saveTestTranscript(write(), { entries })).toMatchObject({
      status: 'added',
      added: 5,
      entries: 5,
      messages: 3,
      active: 2,
    });
    expect((await listSessions(read(), {})).sessions).toMatchObject([{ messages: 2, entries: 5 }]);
  });

  it('makes nothing searchable but what users and assistants said', async () => {
    const roles = ['user', 'assistant', 'tool', 'system', null] as const;
    const kinds = [
      'message',
      'tool-result',
      'injected',
      'compaction',
      'branch-summary',
      'reset',
      'header',
      'control',
      'unknown',
      'invalid',
    ] as const;
    const entries = kinds.flatMap((kind) =>
      roles.map((role) => ({ id: `${kind}-${role}`, kind, role, text: 'sought' })),
    );
    await saveTestTranscript(write(), { entries });
    expect(await find(read(), 'sought branch:any', { sort: 'oldest' })).toEqual(['message-user', 'message-assistant']);
  });

  it('keeps what the format says must not be searched out of the index, and shows it in history', async () => {
    const entries: readonly TestEntry[] = [
      { id: 'a', text: 'copy' },
      { id: 'b', text: 'copy' },
    ];
    const outline = toOutline({ entries });
    const transcript = {
      ...outline,
      entries: outline.entries.map((place) => ({ ...place, isSearchable: place.nativeId === 'b' })),
    };
    const source = await store.engine.openSource(ann.id, '/test/file.jsonl');
    await saveTranscript(write(), {
      transcript,
      records: toRecords(entries),
      sourceId: source.id,
      isKnownFile: false,
      nowMs: NOW_MS,
      signal: new AbortController().signal,
    });
    expect(await find(read(), 'copy')).toEqual(['b']);
    expect((await getHistory(read(), { session: 'native-1' })).messages).toHaveLength(2);
  });

  it('stores texts redacted, and records as they were', async () => {
    const { sessionId } = await saveTestTranscript(write(), {
      title: `About ${TOKEN}`,
      project: `/srv/${TOKEN}`,
      entries: [{ id: 'a', text: `use ${TOKEN} now` }],
    });
    const columns = withDatabase(store.file, (client) =>
      client
        .prepare('SELECT e.text, e.masks, s.title, s.project FROM entry e JOIN session s ON s.id = e.session_id')
        .all(),
    );
    expect(JSON.stringify(columns)).not.toContain(TOKEN);
    expect(columns).toEqual([
      {
        text: 'use \uFFFC now',
        masks: '[{"offset":4,"kind":"github-token"}]',
        title: 'About [redacted:github-token]',
        project: expect.stringContaining('[redacted:github-token]') as string,
      },
    ]);
    const [record] = await store.engine.recordPlaces(read().reach, { sessionId, after: null });
    expect(Buffer.from(record?.bytes ?? []).toString('utf8')).toContain(TOKEN);
  });

  it('shows nothing of a file that grew or shrank between its two readings, or that was cancelled', async () => {
    const entries: readonly TestEntry[] = [
      { id: 'a', text: 'first' },
      { id: 'b', text: 'second' },
    ];
    const whole = toRecords(entries);
    const short = { ...whole, read: toRecords(entries.slice(0, 1)).read };
    const long = { ...whole, read: toRecords([...entries, { id: 'c', text: 'third' }]).read };
    for (const records of [short, long])
      await expect(saveRecords(entries, records)).rejects.toMatchObject({ kind: 'conflict' });
    const gone = new AbortController();
    gone.abort();
    await expect(saveRecords(entries, whole, gone.signal)).rejects.toMatchObject({ kind: 'cancelled' });
    expect((await listSessions(read(), {})).sessions).toEqual([]);
    expect(await saveRecords(entries, whole)).toMatchObject({ status: 'added', added: 2 });
  });

  it('takes thousands of records, in several transactions', async () => {
    const count = 2 * BATCH_ENTRIES + 500;
    const place = BATCH_ENTRIES + 10;
    const entries = Array.from({ length: count }, (_, index) => ({
      id: `m${index}`,
      text: index === place ? 'needle' : 'hay',
    }));
    expect(await saveTestTranscript(write(), { entries })).toMatchObject({ added: count });
    expect(await find(read(), 'needle')).toEqual([`m${place}`]);
    const page = await getHistory(read(), { session: 'native-1', around: `m${place}`, limit: 3 });
    expect(page.messages.map((message) => message.messageId)).toEqual(
      [place - 1, place, place + 1].map((index) => `m${index}`),
    );
  });

  it('keeps ids apart that only look alike when they are stored', async () => {
    const long = 'x'.repeat(600);
    const ids = ['a\u0000b', 'a\uFFFDb', 'a\u0001b', `${long}1`, `${long}2`, 'é', 'e\u0301', 'p\uD800', 'p\uD801'];
    const entries = ids.map((id) => ({ id, text: 'alike' }));
    expect(await saveTestTranscript(write(), { entries })).toMatchObject({ status: 'added', added: ids.length });
    expect(await saveTestTranscript(write(), { entries })).toMatchObject({ status: 'unchanged' });
    const found = await find(read(), 'alike');
    expect(new Set(found).size).toBe(ids.length);
    const history = await getHistory(read(), { session: 'native-1' });
    expect(history.messages.map((message) => message.messageId).toSorted()).toEqual([...found].toSorted());
  });
});

describe('an id from a file', () => {
  it('comes back from the database as it went in', () => {
    expect(cleanId('plain-1')).toBe('plain-1');
    expect(cleanId('a\u0000b\nc\uD800d\uE000e')).toBe('a\uFFFDb\uFFFDc\uFFFDd\uFFFDe');
  });

  it('is cut to a bound, and stays its own', () => {
    const [one, two] = [cleanId(`${'😀'.repeat(400)}1`), cleanId(`${'😀'.repeat(400)}2`)];
    expect(one.length).toBeLessThanOrEqual(512);
    expect(one).not.toBe(two);
    expect(one.isWellFormed()).toBe(true);
  });
});

describe('the title of a session', () => {
  const titleOf = (title: string | null): string | null => saveHeader(toOutline({ entries: [], title })).title;

  it('is trimmed, and none when nothing is left', () => {
    expect([titleOf('  Plan '), titleOf('   '), titleOf(null)]).toEqual(['Plan', null, null]);
  });

  it('is cut to 200 characters, never through a character', () => {
    expect(titleOf('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`);
    const cut = titleOf(`${'x'.repeat(198)}😀😀`) ?? '';
    expect(cut).toBe(`${'x'.repeat(198)}…`);
    expect(cut.isWellFormed()).toBe(true);
  });

  it('is redacted before it is cut', () => {
    const title = titleOf(`${'x '.repeat(90)}${TOKEN}`) ?? '';
    expect(title).not.toContain('ghp_');
  });
});
