import { describe, expect, it } from 'vitest';
import { pairTools } from '../../../app/_parts/tool-pairs.ts';
import type { HistoryMessage } from '../../../server/contract/history.ts';
import type { HistoryPart } from '../../../server/contract/history-part.ts';
import { makeMessage } from './make-message.ts';

const call = (callId: string | null): HistoryPart => ({
  type: 'call',
  callId,
  name: 'bash',
  gist: 'ls',
  byteLength: 2,
});
const result = (callId: string | null, gist = 'ok'): HistoryPart => ({
  ...{ type: 'result', callId, gist, byteLength: 2, lines: 1, isError: null },
});
const holding = (messageId: string, ...parts: HistoryPart[]): HistoryMessage =>
  makeMessage({ messageId, text: '', parts });

/** `call→message of its result`, `result`, … of each message. */
function shown(messages: readonly HistoryMessage[]): Record<string, string[]> {
  const lines = [...pairTools(messages)].map(([id, list]) => [
    id,
    list.map((line) => (line.type === 'call' ? `call→${line.result?.messageId ?? 'none'}` : line.type)),
  ]);
  return Object.fromEntries(lines);
}

describe('pairing tool calls with their results', () => {
  it('puts a result of a later message on the line of its call, and shows it there alone', () => {
    expect(shown([holding('a', call('1')), holding('b', result('1'))])).toEqual({ a: ['call→b'], b: [] });
  });

  it('pairs calls that run side by side by their ids, whatever order the results come in', () => {
    const messages = [holding('a', call('1'), call('2')), holding('b', result('2')), holding('c', result('1'))];
    expect(shown(messages)).toEqual({ a: ['call→c', 'call→b'], b: [], c: [] });
  });

  it('gives a result whose call is on a page that is not loaded a line of its own, until the page is there', () => {
    const [older, newer] = [holding('a', call('1')), holding('b', result('1'))];
    expect(shown([newer])).toEqual({ b: ['result'] });
    expect(shown([older, newer])).toEqual({ a: ['call→b'], b: [] });
  });

  it('never pairs a result with a call behind it, nor the same result twice', () => {
    expect(shown([holding('a', result('1')), holding('b', call('1'))])).toEqual({ a: ['result'], b: ['call→none'] });
    const again = [holding('a', call('1')), holding('b', result('1')), holding('c', result('1'))];
    expect(shown(again)).toEqual({ a: ['call→b'], b: [], c: ['result'] });
  });

  it('tells two calls apart that were given the same id one after the other', () => {
    const messages = [
      holding('a', call('1')),
      holding('b', result('1')),
      holding('c', call('1')),
      holding('d', result('1')),
    ];
    expect(shown(messages)).toEqual({ a: ['call→b'], b: [], c: ['call→d'], d: [] });
  });

  it('pairs nothing without an id', () => {
    expect(shown([holding('a', call(null)), holding('b', result(null))])).toEqual({ a: ['call→none'], b: ['result'] });
  });

  it('keeps the index of each part, which is how its text is asked for', () => {
    const image: HistoryPart = { type: 'image', mediaType: 'image/png', byteLength: 9 };
    const lines = pairTools([holding('a', image, call('1')), holding('b', image, result('1'))]);
    expect(lines.get('a')?.map(({ index }) => index)).toEqual([0, 1]);
    expect(lines.get('a')?.[1]).toMatchObject({ type: 'call', result: { messageId: 'b', index: 1 } });
  });
});
