import { check } from 'recheck';
import { beforeAll, describe, expect, it } from 'vitest';
import { redact } from '../../server/redaction/redact.ts';
import { RULES } from '../../server/redaction/rules.ts';
import { LOOK_ALIKES } from './look-alikes.ts';
import { SECRETS } from './secrets.ts';

/** Every pattern that really ran on a text: none can be forgotten in a list. */
function patternsThatRun(texts: readonly string[]): readonly RegExp[] {
  const seen = new Map<string, RegExp>();
  const { exec } = RegExp.prototype;
  RegExp.prototype.exec = function listen(this: RegExp, text: string) {
    seen.set(String(this), this);
    return exec.call(this, text);
  };
  try {
    for (const text of texts) redact(text);
  } finally {
    RegExp.prototype.exec = exec;
  }
  return [...seen.values()];
}

/**
 * `{0,64}` becomes `*`: what is linear without a bound is linear with it. It is the stricter question, and one that the
 * exact checker answers in milliseconds, where for bounds it would have to guess by fuzzing.
 */
function withoutBounds(source: string): string {
  return source.replaceAll(/\{([0-9]+),[0-9]{2,}\}/g, (_, fewest: string) => (fewest === '0' ? '*' : '+'));
}

describe('every pattern that meets a text takes linear time', () => {
  let patterns: readonly RegExp[] = [];

  beforeAll(() => {
    patterns = patternsThatRun([
      ...SECRETS.map(({ before, secret, after }) => `x${before}${secret}${after}`),
      ...Object.values(LOOK_ALIKES).flat(),
      '\uFFFC',
    ]);
  });

  it('and none escaped this test', () => {
    expect(patterns.length).toBeGreaterThan(RULES.length);
  });

  it('as recheck proves, even with the upper bounds of repetitions taken away', async () => {
    const unsafe: string[] = [];
    for (const { source, flags } of patterns) {
      const { status } = await check(withoutBounds(source), flags, { checker: 'automaton' });
      if (status !== 'safe') unsafe.push(`${status}: ${source}`);
    }
    expect(unsafe).toEqual([]);
  }, 60_000);

  it('which the check would not say of a slow one', async () => {
    const nested = withoutBounds('(?:[a-z]{1,40}){1,40}!');
    expect((await check(nested, 'y', { checker: 'automaton' })).status).toBe('vulnerable');
  });
});
