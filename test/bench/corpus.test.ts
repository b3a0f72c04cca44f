import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../ingest/import-world.ts';
import { type Corpus, writeCorpus } from './corpus.ts';
import { barAtMost, renderReport } from './report.ts';

const MESSAGES = 6000;

describe('the corpus of the measurements', () => {
  it('is the same for the same seed, and another one for another seed', () => {
    const [one, again, other] = [written(1), written(1), written(2)];
    expect(again.hash).toBe(one.hash);
    expect(other.hash).not.toBe(one.hash);
    expect(again.corpus.longest).toEqual(one.corpus.longest);
  });

  it('holds what the measurements ask for', () => {
    const { corpus, text } = written(1);
    const share = (word: string): number => (text.split(word).length - 1) / MESSAGES;
    expect(corpus.owners.map((owner) => owner.messages)).toEqual([3600, 1500, 840, 60]);
    expect(share(corpus.planted.common)).toBeGreaterThan(0.45);
    expect(share(corpus.planted.common)).toBeLessThan(0.55);
    expect(share(corpus.planted.rare) * MESSAGES).toBe(1);
    expect(share(corpus.planted.selective) * MESSAGES).toBe(20);
    expect(share(corpus.planted.othersSelective) * MESSAGES).toBe(20);
    for (const word of [corpus.planted.han, corpus.planted.thai, ` ${corpus.planted.prefix}`])
      expect(text).toContain(word);
    expect(corpus.bytes).toBeGreaterThan(MESSAGES * 300);
    expect(text).toContain(`"id":"${corpus.longest.messageId}"`);
  });
});

describe('a report', () => {
  it('is a table with one column under the other, and says which bars do not hold', () => {
    const rows = [
      { query: 'rare word', medianMs: 1.234_56, matches: 20 },
      { query: 'Thai', medianMs: 123.456, matches: null },
    ];
    const report = { name: 'search', corpus: { messages: 6000 }, rows, bars: [barAtMost('rare word', 3, 2.5)] };
    expect(renderReport(report).split('\n')).toEqual([
      'search: messages 6000',
      '',
      'query      medianMs  matches',
      'rare word      1.23       20',
      'Thai            123        -',
      '',
      'bar        value  limit  holds',
      'rare word      3    2.5  NO',
      '',
    ]);
  });
});

function written(seed: number): { readonly corpus: Corpus; readonly hash: string; readonly text: string } {
  const folder = temporaryFolder();
  const corpus = writeCorpus(folder, { messages: MESSAGES, seed });
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .sort();
  const text = files.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('');
  return { corpus, text, hash: createHash('sha256').update(files.join('\n')).update(text).digest('hex') };
}
