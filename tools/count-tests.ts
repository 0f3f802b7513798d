/** What the last line of `pnpm test` says. */

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  /** Skipped: what they need is missing on this machine, or the arguments leave them out. */
  numPendingTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly notRun: number;
}

/**
 * A file that does not even load has no tests, yet it is a failure; so is a run that broke off.
 *
 * @param report of the test runner, JSON; undefined if it wrote none
 * @param code with which the test runner has exited
 */
export function countTests(report: string | undefined, code: number): Counts {
  const { passed, failed, notRun } = countsIn(report);
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1), notRun };
}

function countsIn(report: string | undefined): Counts {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, testResults }: Report = JSON.parse(
      report ?? '',
    );
    const broken = testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    );
    return {
      passed: numPassedTests,
      failed: numFailedTests + broken.length,
      notRun: numPendingTests,
    };
  } catch {
    return { passed: 0, failed: 1, notRun: 0 };
  }
}

export const lastLineOf = ({ passed, failed, notRun }: Counts): string =>
  `${passed} passed, ${failed} failed${notRun === 0 ? '' : `, ${notRun} not run`}`;
