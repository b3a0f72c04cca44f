import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HistoryInput, MessageReply } from '../../server/contract/history.ts';
import { PART_TEXT_MAX } from '../../server/contract/history-part.ts';
import { getHistory } from '../../server/history/get-history.ts';
import { getMessage } from '../../server/history/get-message.ts';
import type { ReadScope } from '../../server/visibility/scope.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { addTestPerson, reader, saveTestTranscript, type TestEntry, writer } from '../support/transcripts.ts';

const token = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`;
const label = '[redacted:github-token]';
const assistant = (content: readonly unknown[]): unknown => ({
  type: 'message',
  message: { role: 'assistant', content },
});
const call = (id: string, input: unknown): TestEntry => ({
  id,
  role: 'assistant',
  record: assistant([{ type: 'toolCall', id, name: 'exec', arguments: input }]),
});
const result = (id: string, output: string): TestEntry => ({
  id,
  kind: 'tool-result',
  role: 'tool',
  record: { type: 'message', message: { role: 'toolResult', toolCallId: id, content: output } },
});
/** Ends in the middle of a secret, of a family, and nowhere. */
const pad = (length: number): string => 'x '.repeat(length / 2);

const entries: readonly TestEntry[] = [
  { id: 'text', text: `my ${token}` },
  call('call', { command: `echo "${token}"\ndone`, cwd: '/' }),
  result('secret-at-cut', `${pad(PART_TEXT_MAX - 10)}${token} end`),
  result('family-at-cut', `${pad(PART_TEXT_MAX - 4)}👨‍👩‍👧‍👦👨‍👩‍👧‍👦`),
  result('exact', pad(PART_TEXT_MAX)),
  {
    id: 'several',
    role: 'user',
    text: 'look',
    record: {
      type: 'message',
      message: {
        role: 'user',
        content: [
          { type: 'text', text: 'System: up\nlook' },
          { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        ],
      },
    },
  },
];

describe('one message', () => {
  let store: TestStore;
  let read: ReadScope;
  const get = (messageId: string): Promise<MessageReply> => getMessage(read, { session: 'native-1', messageId });

  beforeAll(async () => {
    store = openTestStore();
    const ann = await addTestPerson(store.engine, 'ann@example.org');
    read = reader(store.engine, ann);
    await saveTestTranscript(writer(store.engine, ann), { entries });
  });
  afterAll(() => store.close());

  it('shows its text and its parts redacted', async () => {
    expect(await get('text')).toMatchObject({ text: `my ${label}`, parts: [] });
    const [part] = (await get('call')).parts;
    expect(part).toEqual({
      text: `{\n  "command": "echo \\"${label}\\"\\ndone",\n  "cwd": "/"\n}`,
      isCut: false,
      highlights: [],
    });
  });

  it('marks what a query finds in its parts, behind an escape and beside a mask too, and nothing behind the cut', async () => {
    const marked = async (messageId: string, highlight: string): Promise<readonly string[]> => {
      const { parts } = await getMessage(read, { session: 'native-1', messageId, highlight });
      return parts.flatMap(({ text, highlights }) => highlights.map(([start, end]) => text.slice(start, end)));
    };
    expect(await marked('call', 'in:tools done')).toEqual(['done']);
    expect(await marked('call', '(echo OR redacted) role:tool in:tools')).toEqual(['echo']);
    expect(await marked('several', 'up in:tools')).toEqual(['up']);
    expect(await marked('several', 'in:tools')).toEqual([]);
    const all = await marked('secret-at-cut', 'x');
    expect([all.length > 1000, new Set(all)]).toEqual([true, new Set(['x'])]);
    expect(await marked('several', '((((((((((')).toEqual([]);
  });

  it('gives parts in the order of the history, with nothing for an image', async () => {
    expect((await get('several')).parts).toEqual([
      { text: 'System: up', isCut: false, highlights: [] },
      { text: '', isCut: false, highlights: [] },
    ]);
    const page = await getHistory(read, { session: 'native-1', includeTools: true });
    const parts = page.messages.find(({ messageId }) => messageId === 'several')?.parts;
    expect(parts?.map(({ type }) => type)).toEqual(['injected', 'image']);
  });

  it('cuts what is too long, never through a mask or a character', async () => {
    const [secret] = (await get('secret-at-cut')).parts;
    expect(secret).toMatchObject({ isCut: true, text: pad(PART_TEXT_MAX - 10) });
    const [family] = (await get('family-at-cut')).parts;
    expect(family).toMatchObject({ isCut: true, text: pad(PART_TEXT_MAX - 4) });
    const [exact] = (await get('exact')).parts;
    expect([exact?.isCut, exact?.text.length]).toEqual([false, PART_TEXT_MAX]);
  });

  it('lets no secret out of a page of history either', async () => {
    const page = await getHistory(read, { session: 'native-1', includeTools: true });
    expect(page.messages).toHaveLength(entries.length);
    expect(JSON.stringify(page)).not.toMatch(/ghp_|aB3dE5/);
  });

  it('gives the texts of parts with a page where they are asked for, cut and redacted', async () => {
    const page = await getHistory(read, { session: 'native-1', includeTools: true, partText: 12 });
    const partsOf = (id: string): unknown => page.messages.find(({ messageId }) => messageId === id)?.parts;
    expect(partsOf('call')).toMatchObject([
      { text: '{\n  "command', isCut: true, isRedacted: true, gist: `echo "${label}" done` },
    ]);
    expect(partsOf('exact')).toMatchObject([{ text: 'x x x x x x ', isCut: true, isRedacted: false }]);
    expect(partsOf('several')).toMatchObject([
      { text: 'System: up', isCut: false },
      { type: 'image', mediaType: 'image/png', byteLength: 3 },
    ]);
    expect(page.contentRedacted).toBe(true);
    const folded = await getHistory(read, { session: 'native-1', includeTools: true });
    expect(JSON.stringify(folded)).not.toMatch(/isCut|isRedacted/);
  });
});

describe('a page of one role', () => {
  let store: TestStore;
  let read: ReadScope;
  const page = async (more: Omit<HistoryInput, 'session'>): Promise<readonly (string | null)[]> => {
    const { messages, anchor, before } = await getHistory(read, { session: 'native-1', ...more });
    return [...messages.map(({ messageId }) => messageId), anchor, before];
  };

  beforeAll(async () => {
    store = openTestStore();
    const ann = await addTestPerson(store.engine, 'ann@example.org');
    read = reader(store.engine, ann);
    await saveTestTranscript(writer(store.engine, ann), {
      entries: [
        { id: 'u1', role: 'user', text: 'one' },
        { id: 'a1', role: 'assistant', text: 'two' },
        { id: 'fold', kind: 'compaction', role: null, text: 'what was before' },
        { id: 'n', kind: 'injected', role: 'user', text: 'a reminder' },
        { id: 'u2', role: 'user', text: 'three' },
        { id: 'a2', role: 'assistant', text: 'four' },
        { id: 'u3', role: 'user', text: 'five' },
      ],
    });
  });
  afterAll(() => store.close());

  it('holds messages of it alone, and its limit counts these', async () => {
    expect(await page({ role: 'user' })).toEqual(['u1', 'u2', 'u3', null, null]);
    expect(await page({ role: 'user', limit: 2 })).toEqual(['u2', 'u3', null, 'u2']);
    expect(await page({ role: 'assistant', includeTools: true })).toEqual(['a1', 'a2', null, null]);
    expect(await page({ role: 'user', includeTools: true })).toEqual(['u1', 'u2', 'u3', null, null]);
  });

  it('grows around an anchor of either role', async () => {
    expect(await page({ role: 'user', around: 'u2', limit: 1 })).toEqual(['u2', 'u2', 'u2']);
    expect(await page({ role: 'user', around: 'a2', limit: 2 })).toEqual(['u2', 'u3', null, 'u2']);
  });
});
