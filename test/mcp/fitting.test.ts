import { describe, expect, it } from 'vitest';
import type { HistoryMessage, HistoryReply } from '../../server/contract/history.ts';
import type { HistoryPart } from '../../server/contract/history-part.ts';
import type { Hit } from '../../server/contract/search.ts';
import { CUT_MARK, cutText } from '../../server/mcp/cut-text.ts';
import { fitHistory, HISTORY_MAX_BYTES } from '../../server/mcp/fit-history.ts';
import { fitHits, RESULTS_MAX_BYTES } from '../../server/mcp/fit-hits.ts';
import { fitMessages, OMITTED } from '../../server/mcp/fit-messages.ts';
import { type ListedSession, SessionFitter } from '../../server/mcp/fit-sessions.ts';
import { jsonBytes, withBytes } from '../../server/mcp/json-bytes.ts';
import { type Shaped, shapeMessage, TEXT_MAX } from '../../server/mcp/shown-message.ts';
import fc from '../support/property.ts';

const LABEL = '[redacted:github-token]';

describe('a text that is cut', () => {
  it.each([
    ['shorter', 'abc', 4, 'abc'],
    ['exactly as long', 'abcd', 4, 'abcd'],
    ['one unit longer', 'abcde', 4, `abcd${CUT_MARK}`],
    ['empty', '', 4, ''],
    ['with a pair before the cut', 'ab😀cd', 4, `ab😀${CUT_MARK}`],
    ['with a pair across the cut', 'abc😀d', 4, `abc${CUT_MARK}`],
    ['that begins with a pair across the cut', '😀😀', 1, CUT_MARK],
    ['with a lone half at the cut', 'abc\ud83dx', 4, `abc\ud83d${CUT_MARK}`],
  ])('%s', (_says, text, max, shown) => {
    expect(cutText(text, [], max)).toEqual({ text: shown, isCut: shown !== text });
  });

  it('shows a mask whole or not at all', () => {
    const text = `ab ${LABEL} cd`;
    const masks = [{ start: 3, end: 3 + LABEL.length }];
    for (let max = 0; max < text.length; max += 1) {
      const shown = cutText(text, masks, max).text.replace(CUT_MARK, '');
      expect(text.startsWith(shown)).toBe(true);
      expect(shown.includes('[')).toBe(max >= 3 + LABEL.length);
    }
  });

  it('is a whole beginning of the text, no longer than the bound, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.nat(40), (text, max) => {
        const { text: cut, isCut } = cutText(text, [], max);
        const shown = isCut ? cut.slice(0, -CUT_MARK.length) : cut;
        expect(text.startsWith(shown)).toBe(true);
        expect(shown.length).toBeLessThanOrEqual(max);
        expect(shown.length).toBeGreaterThanOrEqual(Math.min(text.length, max) - 1);
        expect(shown.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('bytes', () => {
  it('are those of UTF-8', () => {
    expect([jsonBytes(''), jsonBytes('é'), jsonBytes('字'), jsonBytes('😀'), jsonBytes('"\n')]).toEqual([
      2, 4, 5, 6, 6,
    ]);
  });

  it('of a reply count the number that tells them', () => {
    for (const length of [
      0, 1, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 980, 981, 982, 983, 984, 985, 986, 9978,
    ]) {
      const reply = withBytes({ text: 'x'.repeat(length) });
      expect(jsonBytes(reply)).toBe(reply.bytes);
    }
  });
});

function hit(snippet: string): Hit {
  return {
    ...{ sessionKey: 'agent:main:x', sessionId: 'a'.repeat(24), messageId: 'm', timestamp: 1, role: 'user' },
    ...{ snippet, highlights: [], score: 1, title: null, agentId: 'main', kind: 'other' },
  };
}

describe('hits', () => {
  const bare = jsonBytes(hit(''));
  /** One hit that makes the array exactly so large together with what is before it. */
  const filling = (hits: readonly Hit[], bytes: number): Hit =>
    hit('x'.repeat(bytes - jsonBytes(hits) - (hits.length > 0 ? 1 : 0) - bare));

  it.each([
    ['none', []],
    ['25 of 300 characters', Array.from({ length: 25 }, () => hit('x'.repeat(300)))],
  ])('are left as they are when they fit: %s', (_says, hits) => {
    expect(fitHits(hits)).toBe(hits);
  });

  it('fit at 32 KiB to the byte, and not with one byte more', () => {
    const before = Array.from({ length: 20 }, () => hit('字'.repeat(300)));
    const exact = [...before, filling(before, RESULTS_MAX_BYTES)];
    expect(jsonBytes(exact)).toBe(32_768);
    expect(fitHits(exact)).toHaveLength(21);
    expect(fitHits([...before, filling(before, RESULTS_MAX_BYTES + 1)])).toEqual(before);
  });

  it('are dropped whole and from the end', () => {
    const hits = Array.from({ length: 25 }, (_, index) => hit(`${index} ${'字'.repeat(600)}`));
    const kept = fitHits(hits);
    expect(kept).toEqual(hits.slice(0, kept.length));
    expect(jsonBytes(kept)).toBeLessThanOrEqual(RESULTS_MAX_BYTES);
    expect(jsonBytes(hits.slice(0, kept.length + 1))).toBeGreaterThan(RESULTS_MAX_BYTES);
  });
});

function message(id: string, text: string, parts: readonly HistoryPart[] = []): HistoryMessage {
  return {
    ...{ messageId: id, kind: 'message', role: 'user', timestamp: 1, text },
    ...{ redactions: [], model: null, highlights: [], parts },
  };
}

const shaped = (id: string, text: string): Shaped => shapeMessage(message(id, text), TEXT_MAX);

describe('a window of messages', () => {
  const texts = (length: number): readonly Shaped[] =>
    Array.from({ length }, (_, index) => shaped(String(index), 'x'.repeat(20)));
  const one = jsonBytes(shaped('0', 'x'.repeat(20)).message);
  const bytesOf = (count: number): number => count * one + Math.max(0, count - 1) + 2;
  const ids = (messages: readonly Shaped[], ...rest: [Parameters<typeof fitMessages>[1], number]): string =>
    fitMessages(messages, ...rest)
      .kept.map((each) => each.message.messageId)
      .join('');

  it.each([
    ['everything that fits', 'newest', 9, '012345678'],
    ['the oldest dropped first', 'newest', 4, '5678'],
    ['one message alone', 'newest', 1, '8'],
    ['behind a cursor the newest dropped first', 'oldest', 4, '0123'],
    ['evenly both ways', 4, 5, '23456'],
    ['the older side first where it is uneven', 4, 4, '2345'],
    ['the anchor alone', 4, 1, '4'],
    ['all room on one side at the beginning', 0, 4, '0123'],
    ['all room on one side at the end', 8, 4, '5678'],
    ['what one side leaves on the other', 1, 5, '01234'],
  ] as const)('holds %s', (_says, from, count, kept) => {
    expect(ids(texts(9), from, bytesOf(count))).toBe(kept);
    expect(ids(texts(9), from, bytesOf(count + 1) - 1)).toBe(kept);
  });

  it('ends a side at the first message that does not fit, and goes on at the other', () => {
    // Alone it fits just so.
    const large = shaped('L', 'x'.repeat(20 + bytesOf(5) - '[]'.length - one));
    const messages = [...texts(3), large, ...texts(9).slice(4)];
    expect(ids(messages, 4, bytesOf(5))).toBe('45678');
    expect(ids(messages, 'newest', bytesOf(7))).toBe('45678');
  });

  it('shows in place of a message that is larger than all room that it is', () => {
    const large = shaped('L', 'x'.repeat(400));
    const { kept } = fitMessages([...texts(2), large], 'newest', 300);
    expect(kept.at(-1)).toMatchObject({ message: { messageId: 'L', text: OMITTED }, isCut: true });
    const exact = jsonBytes(large.message) + 2;
    expect(fitMessages([large], 'newest', exact).kept).toEqual([large]);
    expect(fitMessages([large], 'newest', exact - 1).kept[0]?.message.text).toBe(OMITTED);
  });

  it('of nothing is nothing', () => {
    for (const from of ['newest', 'oldest', 0] as const)
      expect(fitMessages([], from, 100)).toEqual({ start: 0, end: 0, kept: [] });
  });
});

function page(messages: readonly HistoryMessage[], more: Partial<HistoryReply> = {}): HistoryReply {
  return {
    ...{ sessionKey: 'agent:main:x', sessionId: 'a'.repeat(24), title: null, messages, anchor: null, reason: null },
    ...{ isClosedInterval: false, contentRedacted: false, before: null, after: null },
    ...more,
  };
}

describe('a page of history', () => {
  const many = Array.from({ length: 100 }, (_, index) => message(`m${index}`, 'x'.repeat(1500)));

  it.each([
    [3999, 3999, false],
    [4000, 4000, false],
    [4001, 4000 + CUT_MARK.length, true],
  ])('with a text of %i characters shows %i', (length, shown, isCut) => {
    const reply = fitHistory(page([message('a', 'x'.repeat(length))]), 'tail');
    expect(reply.messages[0]?.text).toHaveLength(shown);
    expect(reply).toMatchObject({ contentTruncated: isCut, truncated: isCut, droppedMessages: false });
  });

  it('never has more than 80 KiB, says its size, and drops the oldest first', () => {
    const reply = fitHistory(page(many, { before: 'm-1', after: null }), 'tail');
    expect(reply.bytes).toBe(jsonBytes(reply));
    expect(reply.bytes).toBeLessThanOrEqual(HISTORY_MAX_BYTES);
    expect(reply.bytes).toBeGreaterThan(HISTORY_MAX_BYTES - 1700);
    const kept = reply.messages.map(({ messageId }) => messageId);
    expect(kept).toEqual(many.slice(-kept.length).map(({ messageId }) => messageId));
    expect(reply).toMatchObject({
      truncated: true,
      droppedMessages: true,
      contentTruncated: false,
      before: kept[0],
      after: null,
    });
  });

  it('is whole at 80 KiB to the byte, and drops one message with a byte more', () => {
    const fill = (bytes: number): HistoryReply => {
      const small = Array.from({ length: 30 }, (_, index) => message(`m${index}`, 'y'.repeat(2600)));
      const rest = fitHistory(page(small, { before: 'b'.repeat(9) }), 'tail').bytes;
      return page([message('m', 'x'.repeat(bytes - rest - jsonBytes(shaped('m', '').message) - 1)), ...small], {
        before: 'b'.repeat(9),
      });
    };
    // Cursors count at their widest, here as wide as one that is there and one that is not.
    const room = HISTORY_MAX_BYTES - ('"bbbbbbbbb"'.length - 'null'.length) - ('1000000'.length - '81920'.length);
    const exact = fitHistory(fill(room), 'tail');
    expect([exact.bytes, exact.droppedMessages]).toEqual([room, false]);
    expect(fitHistory(fill(room + 1), 'tail')).toMatchObject({ droppedMessages: true, before: 'm0' });
  });

  it('around an anchor loses both ends alike', () => {
    const reply = fitHistory(page(many, { anchor: 'm40', before: 'm-1', after: 'm100' }), 'anchor');
    const kept = reply.messages.map(({ messageId }) => Number(messageId.slice(1)));
    const [first = 0, last = 0] = [kept[0], kept.at(-1)];
    expect(Math.abs(40 - first - (last - 40))).toBeLessThanOrEqual(1);
    expect(reply).toMatchObject({ anchor: 'm40', before: `m${first}`, after: `m${last}`, droppedMessages: true });
  });

  it('behind a cursor loses the newest, so that the next page meets it', () => {
    const reply = fitHistory(page(many, { before: 'm0', after: null }), 'after');
    expect(reply.messages[0]?.messageId).toBe('m0');
    expect(reply.after).toBe(reply.messages.at(-1)?.messageId);
    expect(reply.before).toBe('m0');
  });

  it('shows a message that is larger than a reply as omitted, beside those that fit', () => {
    const part = { type: 'result', callId: null, gist: '', byteLength: 1, lines: 1, isError: false } as const;
    const parts = Array.from({ length: 30 }, () => ({
      ...part,
      text: 'x'.repeat(4000),
      isCut: false,
      isRedacted: false,
    }));
    const reply = fitHistory(
      page([message('a', 'before'), message('b', 'large', parts), message('c', 'behind')]),
      'tail',
    );
    expect(reply.messages.map(({ text }) => text)).toEqual(['before', OMITTED, 'behind']);
    expect(OMITTED).toBe('[sessions_history omitted: message too large]');
    expect(reply).toMatchObject({ truncated: true, contentTruncated: true, droppedMessages: false });
  });

  it('says whether anything that it shows was redacted', () => {
    const redacted = { ...message('a', LABEL), redactions: [{ start: 0, end: LABEL.length, kind: 'github-token' }] };
    expect(fitHistory(page([redacted]), 'tail').contentRedacted).toBe(true);
    expect(fitHistory(page([redacted, ...many], { contentRedacted: true }), 'tail').contentRedacted).toBe(false);
    const part = { type: 'call', callId: 'c', name: 'exec', gist: '', byteLength: 1, text: LABEL } as const;
    expect(fitHistory(page([message('a', '', [{ ...part, isRedacted: true }])]), 'tail').contentRedacted).toBe(true);
  });

  it('shows parts with their texts, and images by type and size alone', () => {
    const parts: readonly HistoryPart[] = [
      { type: 'call', callId: 'c', name: 'exec', gist: 'g', byteLength: 1, text: '{"command":"ls"}', isCut: false },
      { type: 'result', callId: 'c', gist: 'g', byteLength: 9, lines: 1, isError: true, text: 'abc', isCut: true },
      { type: 'injected', gist: 'g', byteLength: 1, lines: 1, text: 'reminder' },
      { type: 'image', mediaType: 'image/png', byteLength: 512 },
    ];
    const reply = fitHistory(page([{ ...message('a', 't', parts), kind: 'tool-result', role: 'tool' }]), 'tail');
    expect(reply.messages[0]).toEqual({
      ...{ messageId: 'a', role: 'tool', kind: 'tool-result', timestamp: 1, text: 't' },
      parts: [
        { type: 'call', name: 'exec', callId: 'c', text: '{"command":"ls"}' },
        { type: 'result', callId: 'c', isError: true, text: `abc${CUT_MARK}` },
        { type: 'injected', text: 'reminder' },
        { type: 'image', mediaType: 'image/png', byteLength: 512 },
      ],
    });
    expect(reply.contentTruncated).toBe(true);
  });

  it('without messages says why, and neither drops nor cuts', () => {
    const reply = fitHistory(page([], { reason: 'This session holds no such message.' }), 'anchor');
    expect(reply).toMatchObject({ messages: [], reason: 'This session holds no such message.', truncated: false });
    expect(reply).toMatchObject({ droppedMessages: false, contentTruncated: false, before: null, after: null });
  });

  it('holds its bound and its order whatever it is made of', () => {
    const part = fc.record({ size: fc.nat(6000), letter: fc.constantFrom('x', '字', '😀', '"', '\u0001') });
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 60 }),
        fc.nat(59),
        fc.constantFrom('tail', 'anchor', 'after'),
        (sizes, at, from) => {
          const messages = sizes.map(({ size, letter }, index) => message(`m${index}`, letter.repeat(size)));
          const reply = fitHistory(page(messages, { anchor: messages[at]?.messageId ?? null }), from);
          expect(reply.bytes).toBe(jsonBytes(reply));
          expect(reply.bytes).toBeLessThanOrEqual(HISTORY_MAX_BYTES);
          const kept = reply.messages.map(({ messageId }) => messageId);
          const first = messages.findIndex(({ messageId }) => messageId === kept[0]);
          expect(kept).toEqual(messages.slice(first, first + kept.length).map(({ messageId }) => messageId));
          expect(reply.droppedMessages).toBe(kept.length < messages.length);
          if (from === 'anchor' && reply.anchor !== null) expect(kept).toContain(reply.anchor);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('a list of sessions', () => {
  const listed = (key: string): ListedSession => ({
    ...{
      sessionId: 'a'.repeat(24),
      sessionKey: key,
      agentId: 'main',
      kind: 'other',
      title: null,
      label: null,
      project: null,
    },
    ...{ ownerEmail: 'a@example.org', parentSessionId: null, children: 0, isArchived: false, messageCount: 1 },
    ...{ firstMessageAt: 1, lastMessageAt: 1 },
  });

  it('takes sessions as long as they fit, to the byte', () => {
    const one = jsonBytes(listed('k'));
    for (const [room, count] of [
      [2 + 3 * one + 2, 3],
      [2 + 3 * one + 1, 2],
    ] as const) {
      const fitter = new SessionFitter(room);
      const added = ['a', 'b', 'c', 'd'].map((key) => fitter.add(listed(key), null));
      expect(added.filter(Boolean)).toHaveLength(count);
      expect(jsonBytes(fitter.sessions)).toBeLessThanOrEqual(room);
    }
  });

  it('takes a session with its messages or not at all, and of the first one as many as fit', () => {
    const messages = [shaped('old', 'x'.repeat(300)), shaped('new', 'x'.repeat(300))];
    const first = new SessionFitter(700);
    expect(first.add(listed('a'), messages)).toBe(true);
    expect(first.sessions[0]?.messages?.map(({ messageId }) => messageId)).toEqual(['new']);
    expect(first.flags).toEqual({ droppedMessages: true, contentTruncated: false, contentRedacted: false });
    const second = new SessionFitter(1200);
    expect(second.add(listed('a'), [])).toBe(true);
    expect(second.add(listed('b'), messages)).toBe(false);
    expect(second.sessions).toHaveLength(1);
    expect(second.sessions[0]?.messages).toEqual([]);
    expect(second.flags.droppedMessages).toBe(false);
  });
});
