import { describe, expect, it } from 'vitest';
import { backOffAfter, isFailure, type Failures } from './failing.ts';

const after = (codes: readonly string[]) => {
  let before: Failures = { failures: 0, code: null };
  return codes.map((code) => {
    const next = backOffAfter(before, code);
    before = next;
    return next.waitSeconds;
  });
};

describe('an agent whose runs fail', () => {
  it.each(['exit_code', 'program_missing', 'egress_failed', 'timed_out'])(
    'for %s waits longer each time, and is held after the fifth time',
    (code) => {
      const codes = Array.from({ length: 7 }, () => code);
      expect(after(codes)).toEqual([30, 120, 600, 3_600, null, null, null]);
    },
  );

  it('for another reason begins anew', () => {
    expect(after(['exit_code', 'exit_code', 'timed_out', 'exit_code'])).toEqual([30, 120, 30, 30]);
  });
});

describe('a failure of the agent', () => {
  it.each([
    ['failed', 'exit_code', true],
    ['failed', 'agent_refused', true],
    ['failed', 'secret_not_found', true],
    ['timed_out', 'timed_out', true],
    ['failed', null, true],
    ['succeeded', null, false],
    ['cancelled', 'cancelled', false],
    ['lost', 'worker_lost', false],
    ['failed', 'provider_quota', false],
    ['failed', 'provider_busy', false],
    ['failed', 'session_unknown', false],
    ['failed', 'nothing_to_tell', false],
  ] as const)('is one that ended as %s with %s: %s', (status, errorCode, is) => {
    expect(isFailure({ status, errorCode })).toBe(is);
  });
});
