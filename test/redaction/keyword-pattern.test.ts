import { describe, expect, it } from 'vitest';
import { keywordPattern } from '../../server/redaction/keyword-pattern.ts';

function hits(keywords: readonly string[], text: string): readonly string[] {
  return [...text.matchAll(keywordPattern(keywords))].map(([keyword]) => keyword);
}

describe('keywordPattern', () => {
  it('finds each keyword and nothing else', () => {
    expect(hits(['ghp_', 'gho_', 'sk-'], 'ghp_ ghx_ gho_ sk- sk_')).toEqual(['ghp_', 'gho_', 'sk-']);
  });

  it('prefers the longer of two keywords that begin alike', () => {
    expect(hits(['sk-', 'sk-ant-'], 'sk-ant- sk-an sk-')).toEqual(['sk-ant-', 'sk-', 'sk-']);
  });

  it('takes signs as they are', () => {
    expect(hits(['a.b', ':\\/\\/', '----BEGIN ', '[x]*'], 'axb a.b :\\/\\/ ----BEGIN [x]*')).toEqual([
      'a.b',
      ':\\/\\/',
      '----BEGIN ',
      '[x]*',
    ]);
  });

  it('tells upper from lower case', () => {
    expect(hits(['AKIA'], 'akia Akia AKIA')).toEqual(['AKIA']);
  });
});
