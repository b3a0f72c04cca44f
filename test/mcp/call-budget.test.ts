import { describe, expect, it } from 'vitest';
import { CALLS_BURST, CALLS_PER_SECOND, CallBudget } from '../../server/mcp/call-budget.ts';

describe('the budget of a token', () => {
  it('is so many calls at once, and what was used comes back second by second', () => {
    const budget = new CallBudget();
    for (let call = 0; call < CALLS_BURST; call += 1) expect(budget.take(1, 1, 0)).toBe(0);
    expect(budget.take(1, 1, 0)).toBe(1);
    expect(budget.take(1, 1, 99)).toBe(1);
    expect(budget.take(1, 1, 100)).toBe(0);
    expect(budget.take(1, CALLS_PER_SECOND, 1100)).toBe(0);
    expect(budget.take(1, 1, 1100)).toBe(1);
    expect(budget.take(1, CALLS_BURST, 3_600_000)).toBe(0);
    expect(budget.take(1, 1, 3_600_000)).toBe(1);
  });

  it('holds in the long run however the calls are spread and bundled', () => {
    const budget = new CallBudget();
    let taken = 0;
    for (let nowMs = 0; nowMs < 10_000; nowMs += 7) {
      const calls = (nowMs % 10) + 1;
      if (budget.take(1, calls, nowMs) === 0) taken += calls;
    }
    expect(taken).toBeLessThanOrEqual(CALLS_BURST + 10 * CALLS_PER_SECOND);
    expect(taken).toBeGreaterThan(10 * CALLS_PER_SECOND);
  });

  it('takes a bundle whole or not at all, and says how long to wait for it', () => {
    const budget = new CallBudget();
    expect(budget.take(1, 55, 0)).toBe(0);
    expect(budget.take(1, 10, 0)).toBe(1);
    expect(budget.take(1, 5, 0)).toBe(0);
    expect(budget.take(1, 10, 0)).toBe(1);
    expect(budget.take(1, 25, 0)).toBe(3);
    expect(budget.take(1, 25, 2500)).toBe(0);
  });

  it('of one leaves that of another alone, also where the clock is put back', () => {
    const budget = new CallBudget();
    expect(budget.take(1, CALLS_BURST, 1000)).toBe(0);
    expect(budget.take(2, CALLS_BURST, 1000)).toBe(0);
    expect(budget.take(1, 1, 0)).toBe(1);
    expect(budget.take(3, CALLS_BURST, 0)).toBe(0);
  });

  it('is kept for those who are in debt, however many tokens there are', () => {
    const budget = new CallBudget();
    for (let token = 2; token < 25_000; token += 1) budget.take(token, 1, 0);
    expect(budget.take(1, CALLS_BURST, 60_000)).toBe(0);
    for (let token = 2; token < 25_000; token += 1) expect(budget.take(token, 1, 60_000)).toBe(0);
    expect(budget.take(1, 1, 60_000)).toBe(1);
    expect(budget.take(1, 1, 60_100)).toBe(0);
  });
});
