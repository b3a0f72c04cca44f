import { describe, expect, it } from 'vitest';
import { renderMasks } from '../../server/text/render-masks.ts';

describe('renderMasks', () => {
  it('writes each mask out and says where it stands', () => {
    const { text, redactions } = renderMasks('key \uFFFC, 👍 \uFFFC', [
      { offset: 4, kind: 'github-token' },
      { offset: 10, kind: 'jwt' },
    ]);
    expect(text).toBe('key [redacted:github-token], 👍 [redacted:jwt]');
    expect(redactions.map(({ start, end, kind }) => [text.slice(start, end), kind])).toEqual([
      ['[redacted:github-token]', 'github-token'],
      ['[redacted:jwt]', 'jwt'],
    ]);
  });

  it('leaves a text without masks as it is', () => {
    expect(renderMasks('a\uFFFCb', [])).toEqual({ text: 'a\uFFFCb', redactions: [] });
  });

  it('never takes away what is no mask', () => {
    const masks = [0, 1, 1, 9].map((offset) => ({ offset, kind: 'jwt' }));
    expect(renderMasks('a\uFFFCb', masks).text).toBe('a[redacted:jwt]b');
  });
});
