import { describe, expect, it } from 'vitest';
import { stepHits } from '../../../app/(signed-in)/sessions/[id]/step-hits.ts';

const hits = [1, 2, 2, 5].map((timestamp, index) => ({ messageId: `hit-${index}`, timestamp }));
const idOf = (messageId: string, timestamp: number) => ({ messageId, timestamp });

describe('stepping through hits', () => {
  it('goes to the neighbours of the hit that is read, also among hits of one moment', () => {
    expect(stepHits(hits, idOf('hit-1', 2), 1)?.messageId).toBe('hit-2');
    expect(stepHits(hits, idOf('hit-2', 2), -1)?.messageId).toBe('hit-1');
  });

  it('goes from a message that is no hit to the next one on either side', () => {
    expect(stepHits(hits, idOf('else', 3), 1)?.messageId).toBe('hit-3');
    expect(stepHits(hits, idOf('else', 3), -1)?.messageId).toBe('hit-2');
  });

  it('stops at the ends', () => {
    expect(stepHits(hits, idOf('hit-3', 5), 1)).toBeNull();
    expect(stepHits(hits, idOf('hit-0', 1), -1)).toBeNull();
    expect(stepHits([], idOf('else', 3), 1)).toBeNull();
  });

  it('starts at the first hit when nothing is read', () => {
    expect(stepHits(hits, null, 1)?.messageId).toBe('hit-0');
  });
});
