import { describe, expect, it } from 'vitest';
import { cleanAssistantText } from '../../server/formats/openclaw/assistant-text.ts';
import { cutTitle } from '../../server/formats/openclaw/title.ts';
import { cleanUserText } from '../../server/formats/openclaw/user-text.ts';
import fc from '../support/property.ts';

const block = (title: string) => `${title}\n\`\`\`json\n{\n  "label": "someone"\n}\n\`\`\`\n`;

describe("a person's words", () => {
  it.each([
    ['[Thu 2026-05-21 14:28 UTC] hello', 'hello'],
    ['[Wed 2026-05-06 16:13 GMT+5:30] hello', 'hello'],
    ['[Telegram Someone (@someone) id:1000000001 +12m 2026-02-12 07:25 UTC] /start', '/start'],
    ['[Zalo user:b17f +20475820d 58087-01-03 18:21 UTC] Chào bạn', 'Chào bạn'],
    ['[WhatsApp +4366000 2026-01-24T10:00Z] سلام', 'سلام'],
    ['[Thu 2026-05-21 14:28 UTC]\nhello', 'hello'],
  ])('come out of the envelope %s', (raw, text) => {
    expect(cleanUserText(raw)).toBe(text);
  });

  it.each([
    '[draft] hello',
    '[ERROR 2026-01-01 10:00] it failed',
    '[Telegram] is a channel',
    '[2026-05-21 14:28] a log line',
    'see [Thu 2026-05-21 14:28 UTC] in the log',
    'hello\n[Thu 2026-05-21 14:28 UTC] quoted',
  ])('keep brackets of their own: %s', (text) => {
    expect(cleanUserText(text)).toBe(text);
  });

  it('come out of blocks of metadata, in any order with the envelope', () => {
    const info = block('Conversation info (untrusted metadata):');
    const sender = block('Sender (untrusted metadata):');
    expect(cleanUserText(`${info}\n${sender}\n[Thu 2026-05-21 14:28 UTC] hello\nthere`)).toBe('hello\nthere');
    expect(cleanUserText(`[Thu 2026-05-21 14:28 UTC] ${sender}\nSystem: x\nhello`)).toBe('hello');
    expect(cleanUserText(`${block('Replied message (untrusted, for context):')}\nhello`)).toBe('hello');
  });

  it('come out of marked blocks, with and without a fence', () => {
    expect(cleanUserText(`${block('Sender: ⟦openclaw:ctx⟧')}\nhello`)).toBe('hello');
    expect(cleanUserText('Context: ⟦openclaw:ctx⟧\nsome prose\nmore prose\n\nhello')).toBe('hello');
    expect(
      cleanUserText('hello\n<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nx\n<<<END_OPENCLAW_INTERNAL_CONTEXT>>>\nthere'),
    ).toBe('hello\n\nthere');
  });

  it('keep a block header that no block follows, and a block that never ends', () => {
    expect(cleanUserText('Sender (untrusted metadata): who is that?')).toBe(
      'Sender (untrusted metadata): who is that?',
    );
    const open = 'Sender (untrusted metadata):\n```json\n{ "label": 1 }\nhello';
    expect(cleanUserText(open)).toBe(open);
    const internal = 'hello <<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>> there';
    expect(cleanUserText(internal)).toBe(internal);
  });

  it('come without message ids and without system lines before them', () => {
    expect(cleanUserText('hello\n[message_id: 42]')).toBe('hello');
    expect(cleanUserText('System: [2026-05-06 16:13:15] Node connected\nSystem (untrusted): joined\n\nhello')).toBe(
      'hello',
    );
    expect(cleanUserText('hello\nSystem: Windows 11')).toBe('hello\nSystem: Windows 11');
    expect(cleanUserText('[Thu 2026-05-21 14:28 UTC] System: restarted')).toBe('');
  });

  it.each([
    '[OpenClaw heartbeat poll]',
    '[Thu 2026-05-21 14:28 UTC] [OpenClaw heartbeat poll]',
    'Read HEARTBEAT.md if it exists (workspace context). Follow it strictly.',
    'Pre-compaction memory flush. Store durable memories only in memory/2026-05-01.md.',
    'A new session was started via /new or /reset. Greet the user.',
  ])('are not in OpenClaw’s own prompt %s', (raw) => {
    expect(cleanUserText(raw)).toBe('');
  });

  it('come without the note that asks for the answer again', () => {
    const note =
      'The previous attempt did not produce a user-visible answer. Continue from the current state and produce it now.';
    expect(cleanUserText(`hello\n\n${note}`)).toBe('hello');
    expect(cleanUserText(note)).toBe('');
    expect(cleanUserText('Why? The previous attempt did not produce a user-visible answer.')).toMatch(
      /^Why\? The previous/,
    );
  });

  it('are the same when they are cleaned again', () => {
    const piece = fc.constantFrom(
      '[Thu 2026-05-21 14:28 UTC] ',
      'System: x\n',
      '\n',
      'hello ',
      '[message_id: 1]\n',
      '[OpenClaw heartbeat poll]',
      block('Sender (untrusted metadata):'),
      '```\n',
      '```json\n',
      'Sender (untrusted metadata):\n',
      'Tiếng Việt ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const cleaned = cleanUserText(pieces.join(''));
        expect(cleaned).toBe(cleaned.trim());
        if (!cleaned.includes('untrusted')) expect(cleanUserText(cleaned)).toBe(cleaned);
      }),
      { seed: 3, numRuns: 500 },
    );
  });

  it.each([
    ['fences that never close', 'Sender (untrusted metadata):\n```json\n'],
    ['envelopes', '[Thu 2026-05-21 14:28 UTC] '],
    ['system lines', 'System: x\n'],
    ['open brackets', '[Telegram '],
    ['internal marks', '<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>'],
    ['retry notes', 'The previous attempt did not produce a user-visible answer. '],
    ['marked lines', 'x ⟦openclaw:ctx⟧\n'],
  ])('are found in linear time in a megabyte of %s', (_name, piece) => {
    const started = performance.now();
    cleanUserText(piece.repeat(Math.ceil(1_000_000 / piece.length)));
    expect(performance.now() - started).toBeLessThan(3000);
  });
});

describe("a model's words", () => {
  it.each([
    ['NO_REPLY', ''],
    ['HEARTBEAT_OK', ''],
    [' NO_REPLY \n', ''],
    ['HEARTBEAT_OK\nThe oven is still on.', 'The oven is still on.'],
    ['Done.\n\nNO_REPLY', 'Done.'],
    ['[[reply_to_current]] Hello', 'Hello'],
    ['[[reply_to: f0731f8b-55a1 ]]Hello', 'Hello'],
    ['[[reply_to_current]]\n[[reply_to:1]] Hello', 'Hello'],
    ['[[reply_to_current]] NO_REPLY', ''],
    ['Say NO_REPLY to stay silent.', 'Say NO_REPLY to stay silent.'],
    ['See [[reply_to_current]]', 'See [[reply_to_current]]'],
  ])('come without delivery tokens: %j', (raw, text) => {
    expect(cleanAssistantText(raw)).toBe(text);
  });

  it('are found in linear time behind a megabyte of tokens', () => {
    expect(cleanAssistantText(`${'NO_REPLY\n'.repeat(110_000)}x`)).toBe('x');
    expect(cleanAssistantText(`${'[[reply_to_current]]'.repeat(50_000)}x`)).toBe('x');
  });
});

describe('a title', () => {
  it('is one line of the first words', () => {
    expect(cutTitle('  Plan\n\tthe   kitchen ')).toBe('Plan the kitchen');
    expect(cutTitle(' \n ')).toBeNull();
  });

  it('is cut between words at 80 characters', () => {
    const title = cutTitle('word '.repeat(40)) ?? '';
    expect(title).toBe(`${'word '.repeat(16).trim()}…`);
    expect(cutTitle('x'.repeat(200))).toBe(`${'x'.repeat(80)}…`);
  });

  it('never cuts a vowel sign or an emoji apart', () => {
    const thai = cutTitle('กำลังวางแผนห้องครัวที่บ้าน'.repeat(10)) ?? '';
    expect(Array.from(new Intl.Segmenter('th').segment(thai.slice(0, -1)))).toHaveLength(80);
    expect(cutTitle('👩‍👩‍👧'.repeat(100))).toBe(`${'👩‍👩‍👧'.repeat(80)}…`);
  });

  it('takes no time on a huge prompt', () => {
    expect(cutTitle('x'.repeat(5_000_000))).toHaveLength(81);
    expect(cutTitle('é'.repeat(5_000_000))).toHaveLength(81);
  });
});
