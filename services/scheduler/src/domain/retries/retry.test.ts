import { describe, expect, it } from 'vitest';
import { isUndelivered, RETRIES_MAX, isRetryable } from './retry.ts';

describe('retries', () => {
  it('retries the first three lost runs of the window and no further one', () => {
    const isRetried = (lost: number) => isRetryable(lost, 'worker_lost');
    expect([1, 2, 3, 4, 5].map(isRetried)).toEqual([true, true, true, false, false]);
    expect(RETRIES_MAX).toBe(3);
  });

  it('begins a new session once', () => {
    expect([1, 2].map((lost) => isRetryable(lost, 'session_unknown'))).toEqual([true, false]);
  });
});

describe('a run with which its agent has not begun', () => {
  it.each([
    ['agent_refused', true],
    ['egress_timeout', true],
    ['egress_not_allowed', true],
    ['adapter_config', true],
    ['program_missing', true],
    ['secret_not_found', true],
    ['auth_required', true],
    ['provider_busy', false],
    ['session_unknown', false],
    ['provider_quota', false],
    ['agent_failed', false],
    ['nothing_to_tell', false],
    ['timed_out', false],
    [null, false],
  ])('follows from %s: %s', (errorCode, undelivered) => {
    expect(isUndelivered(errorCode)).toBe(undelivered);
  });
});
