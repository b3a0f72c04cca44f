/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ status: string, assertionResults: readonly { status: string }[] }} SuiteReport
 */

/**
 * Counts the tests of a vitest JSON report. A file that failed as a whole (it does not load, a hook throws) counts as one
 * failed test, and so does a run that failed although no test did.
 * @param {{ testResults: readonly SuiteReport[] } | null} report
 * @param {number} status of vitest
 * @returns {Counts}
 */
export function countTests(report, status) {
  const suites = report?.testResults ?? [];
  const results = suites.flatMap((suite) => suite.assertionResults.map((result) => result.status));
  const broken = suites.filter(
    (suite) => suite.status === 'failed' && !suite.assertionResults.some((result) => result.status === 'failed'),
  );
  const passed = results.filter((result) => result === 'passed').length;
  const failed = results.filter((result) => result === 'failed').length + broken.length;
  const skipped = results.length - passed - results.filter((result) => result === 'failed').length;
  return { passed, failed: failed === 0 && status !== 0 ? 1 : failed, skipped };
}

/**
 * @param {readonly Counts[]} runs
 * @returns {Counts}
 */
export function addCounts(runs) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of runs) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return sum;
}

/** @param {Counts} counts */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
