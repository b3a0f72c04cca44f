import { describe, expect, it } from 'vitest';
import { makeView } from '../../server/redaction/view.ts';

const EDITS = [
  { start: 2, end: 4, replacement: '' },
  { start: 6, end: 12, replacement: 'x' },
];
const view = makeView('ab--cd\\u0078ef', EDITS, EDITS);

describe('a view', () => {
  it('shows the text with its edits applied, and a wall behind it', () => {
    expect(view.text).toBe('abcdxef\uFFFD');
  });

  it('finds the way back, to the whole of what was replaced', () => {
    expect(view.toOriginal(1, 3)).toEqual({ start: 1, end: 5 });
    expect(view.toOriginal(4, 5)).toEqual({ start: 6, end: 12 });
    expect(view.toOriginal(0, 7)).toEqual({ start: 0, end: 14 });
  });

  it('knows what was edited', () => {
    expect(view.isEdited(0, 2)).toBe(false);
    expect(view.isEdited(1, 3)).toBe(true);
    expect(view.isEdited(4, 5)).toBe(true);
    expect(view.isEdited(5, 7)).toBe(false);
  });

  it('leaves out what is far from every edit', () => {
    const far = 'a'.repeat(100_000);
    const edit = { start: 50_000, end: 50_001, replacement: '' };
    const shown = makeView(far, [edit], [edit]);
    expect(shown.text.length).toBeLessThan(20_000);
    expect(shown.toOriginal(10, 11)).toEqual({ start: 50_000 - 2048 + 10, end: 50_000 - 2048 + 11 });
  });
});
