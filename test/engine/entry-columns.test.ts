import { expect, it } from 'vitest';
import type { NewEntry } from '../../server/engine/save-types.ts';
import { fromColumns, toColumns } from '../../server/engine/sqlite/entry-columns.ts';
import { indexTerms } from '../../server/text/index-terms.ts';
import { phraseMarks } from '../../server/text/repeated-terms.ts';

function entry(position: number, given: Partial<NewEntry>): NewEntry {
  return {
    nativeId: `m${position}`,
    position,
    parentPosition: position === 0 ? null : position - 1,
    kind: 'message',
    role: 'user',
    model: null,
    timeMs: 1_700_000_000_000 + position,
    text: '',
    masks: [],
    walk: position,
    isSearchable: false,
    tools: null,
    record: {
      bytes: new Uint8Array([position]),
      hash: `hash${position}`,
      lineNumber: position + 1,
      offset: position * 2,
    },
    ...given,
  };
}

const ENTRIES = [
  entry(0, { text: 'Copper wire, 銅線, wire', isSearchable: true }),
  entry(1, { role: 'assistant', model: 'one', tools: { text: 'bash ls -la', isMasked: true }, walk: null }),
  entry(2, { kind: 'tool-result', role: 'tool', text: 'not searched', masks: [{ offset: 3, kind: 'jwt' }] }),
];

/** What is left when bytes and terms are taken away, and tools whose text may have become terms. */
function bare({ record: { bytes: _, ...record }, tools, ...rest }: NewEntry): unknown {
  return { ...rest, record, tools: tools === null ? null : tools.isMasked };
}

it.each([true, false])('entries come out of columns as they went in (terms found before: %s)', (findsTerms) => {
  const found = fromColumns(structuredClone(toColumns(ENTRIES, { findsTerms })));
  const told = found.map(({ terms: _, toolTerms: __, repeats: ___, tools, ...rest }) => ({
    ...rest,
    tools: tools === null ? null : tools.isMasked,
  }));
  expect(told).toEqual(ENTRIES.map(bare));
});

it('terms are there when they were found before, and else the texts that they are found in', () => {
  const [message, call, result] = fromColumns(toColumns(ENTRIES, { findsTerms: true }));
  expect(message?.terms).toBe(indexTerms('Copper wire, 銅線, wire'));
  expect(message?.repeats).toBe(phraseMarks(['wire']).join(''));
  expect(call?.toolTerms).toBe(indexTerms('bash ls -la'));
  expect(result).toMatchObject({ terms: '', toolTerms: undefined, repeats: null });
  const [laterMessage, laterCall] = fromColumns(toColumns(ENTRIES, { findsTerms: false }));
  expect(laterMessage).toMatchObject({ terms: undefined, repeats: undefined, text: 'Copper wire, 銅線, wire' });
  expect(laterCall).toMatchObject({ toolTerms: undefined, tools: { text: 'bash ls -la', isMasked: true } });
});
