import { expect, test } from 'vitest';
import { toolHitInput } from '../../../app/(signed-in)/sessions/[id]/history-input.ts';
import { readHistoryParams } from '../../../app/(signed-in)/sessions/[id]/search-params.ts';
import { toolHitOf } from '../../../app/(signed-in)/sessions/[id]/use-tool-hit.ts';

const asked = (q: string, at = 'm1') => toolHitInput('s', readHistoryParams(new URLSearchParams({ at, q })));

test.each(['in:tools', 'in:tools deploy', 'deploy IN:TOOLS', '(a OR b) in:tools role:tool', 'a in:"tools"'])(
  'tools are asked for where %s led',
  (q) => {
    expect(asked(q)).toEqual({ session: 's', messageId: 'm1', highlight: q });
  },
);

test.each(['', 'tools', '-in:tools deploy', 'in:toolshed', 'in::tools', 'login:tools'])('not where %j did', (q) => {
  expect(asked(q)).toBeNull();
  expect(toolHitInput('s', readHistoryParams(new URLSearchParams({ q: 'in:tools' })))).toBeNull();
});

test('parts that hold the words stand open; the only part there is does so without', () => {
  const part = (...highlights: readonly (readonly [number, number])[]) => ({ text: 'text', isCut: false, highlights });
  expect(toolHitOf({ messageId: 'm', parts: [part(), part([0, 2]), part([1, 2])] }).parts).toEqual([1, 2]);
  expect(toolHitOf({ messageId: 'm', parts: [part()] })).toEqual({ messageId: 'm', parts: [0] });
  expect(toolHitOf({ messageId: 'm', parts: [part(), part()] }).parts).toEqual([]);
});
