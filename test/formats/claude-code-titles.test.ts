import { describe, expect, it } from 'vitest';
import { type Line, read, user } from '../fixtures/claude-code/build.ts';

describe('a title', () => {
  const titleOf = (...lines: readonly Line[]) => read(lines).transcripts[0]?.title ?? null;
  const prompt = (content: unknown, extra: Line = {}) => user('u1', null, { message: { content }, ...extra });

  it('is the last one that was given, then the last that was made, then a prompt, a summary of its own', () => {
    const lines = [
      prompt('first words'),
      user('u2', 'u1'),
      { type: 'summary', summary: 'own', leafUuid: 'u2' },
      { type: 'summary', summary: 'foreign', leafUuid: 'elsewhere' },
      { type: 'summary', summary: 'of nothing' },
      { type: 'last-prompt', lastPrompt: 'latest words' },
      { type: 'ai-title', aiTitle: 'made' },
      { type: 'custom-title', customTitle: 'given' },
      { type: 'custom-title', customTitle: 'given again' },
      { type: 'custom-title', customTitle: ' ' },
    ];
    expect(titleOf(...lines)).toBe('given again');
    expect(titleOf(...lines.slice(0, 7))).toBe('made');
    expect(titleOf(...lines.slice(0, 6))).toBe('latest words');
    expect(titleOf(...lines.slice(0, 5))).toBe('own');
    expect(titleOf(...lines.slice(0, 2))).toBe('first words');
  });

  it('is the first real prompt: no reminder, no command, no notice, no tag', () => {
    const lines = [
      prompt('<command-name>/clear</command-name>'),
      user('u2', 'u1', { message: { content: '[Request interrupted by user]' } }),
      user('u3', 'u2', { message: { content: 'caveat' }, isMeta: true }),
      user('u4', 'u3', { message: { content: '<div>html</div>' } }),
    ];
    expect(titleOf(...lines, user('u5', 'u4'))).toBe('question u5');
    expect(titleOf(...lines)).toBe('/clear');
    expect(titleOf(...lines.slice(1, 3))).toBeNull();
    expect(titleOf(prompt('<bash-input>git log</bash-input>'))).toBe('! git log');
    expect(titleOf(prompt('<command-name>/fix</command-name><command-args>the cart</command-args>'))).toBe(
      '/fix the cart',
    );
    expect(titleOf(prompt([{ type: 'image' }]))).toBe('Image');
    expect(titleOf(prompt([{ type: 'document' }]))).toBe('Document');
  });

  it('is one line of at most 120 characters, and never cuts one in two', () => {
    expect(titleOf(prompt('two\n\n lines'))).toBe('two lines');
    const long = titleOf(prompt('😀'.repeat(500))) ?? '';
    expect([...long]).toHaveLength(120);
    expect(long.endsWith('😀…')).toBe(true);
  });
});
