import { describe, expect, it } from 'vitest';
import { addCounts, countTests, summary } from '../count-tests.mjs';

const suite = (status: string, ...statuses: string[]) => ({
  status,
  assertionResults: statuses.map((status) => ({ status })),
});

describe('the last line of npm test', () => {
  it.each([
    ['all pass', [suite('passed', 'passed', 'passed')], 0, '2 passed, 0 failed'],
    ['some fail', [suite('failed', 'passed', 'failed'), suite('passed', 'passed')], 1, '2 passed, 1 failed'],
    ['some are skipped', [suite('passed', 'passed', 'pending', 'skipped', 'todo')], 0, '1 passed, 0 failed, 3 skipped'],
    ['a file does not load', [suite('failed'), suite('passed', 'passed')], 1, '1 passed, 1 failed'],
    ['a hook fails after its tests', [suite('failed', 'passed')], 1, '1 passed, 1 failed'],
    ['an error is nobody’s', [suite('passed', 'passed')], 1, '1 passed, 1 failed'],
    ['no test ran', [], 1, '0 passed, 1 failed'],
  ])('counts when %s', (_when, testResults, status, line) => {
    expect(summary(countTests({ testResults }, status))).toBe(line);
  });

  it('counts a run without a report as failed', () => {
    expect(summary(countTests(null, 1))).toBe('0 passed, 1 failed');
  });

  it('adds up the runs, and stands for all of them', () => {
    const node = { passed: 2, failed: 0, skipped: 1 };
    expect(summary(addCounts([node, countTests(null, 1)]))).toBe('2 passed, 1 failed, 1 skipped');
    expect(summary(addCounts([]))).toBe('0 passed, 0 failed');
  });
});
