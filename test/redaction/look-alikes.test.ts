import { describe, expect, it } from 'vitest';
import { SECRET_KINDS } from '../../server/contract/redaction.ts';
import { redact } from '../../server/redaction/redact.ts';
import { LOOK_ALIKES, RANDOM_LOOKING } from './look-alikes.ts';
import { ALPHABETS, invent } from './values.ts';

const AROUND: readonly (readonly [string, string])[] = [
  ['', ''],
  ['see ', ' for more'],
  ['{"text":"', '"}'],
  ['{\\"text\\":\\"', '\\"}'],
  ['关于', '的说明'],
];

function titleOf(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 60);
}

function expectUntouched(text: string): void {
  for (const [before, after] of AROUND) {
    expect(redact(before + text + after)).toEqual({ text: before + text + after, masks: [] });
  }
}

describe('what only looks like a secret stays', () => {
  for (const kind of SECRET_KINDS) {
    it.each(LOOK_ALIKES[kind].map((text) => [titleOf(text), text] as const))(`${kind}: %s`, (_, text) => {
      expectUntouched(text);
    });
  }

  it.each(SECRET_KINDS)('with at least five examples for %s', (kind) => {
    expect(LOOK_ALIKES[kind].length).toBeGreaterThanOrEqual(5);
  });
});

describe('random characters without a secret stay', () => {
  it.each(RANDOM_LOOKING.map((text) => [titleOf(text), text] as const))('%s', (_, text) => {
    expectUntouched(text);
  });

  it.each(['hex', 'base62', 'base64', 'base64url'] as const)('200 KB of %s', (alphabet) => {
    expect(ALPHABETS[alphabet].length).toBeGreaterThan(15);
    expectUntouched(invent(alphabet, 200_000, 300));
  });
});
