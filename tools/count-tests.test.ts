import { describe, expect, it } from 'vitest';
import { countTests, lastLineOf } from './count-tests.ts';

const report = (counts: object, results: object[] = []): string =>
  JSON.stringify({
    numPassedTests: 812,
    numFailedTests: 0,
    numPendingTests: 0,
    testResults: results,
    ...counts,
  });

describe('the last line of the test command', () => {
  it.each([
    ['812 passed, 0 failed', report({}), 0],
    ['812 passed, 0 failed, 3 not run', report({ numPendingTests: 3 }), 0],
    ['812 passed, 2 failed, 1 not run', report({ numFailedTests: 2, numPendingTests: 1 }), 1],
    ['812 passed, 1 failed', report({}, [{ status: 'failed', assertionResults: [] }]), 1],
    ['812 passed, 1 failed', report({}), 137],
    ['0 passed, 1 failed', undefined, 1],
    ['0 passed, 1 failed', '{"numPassed', 0],
  ])('is "%s" for %s and exit code %i', (line, text, code) => {
    expect(lastLineOf(countTests(text, code))).toBe(line);
  });
});
