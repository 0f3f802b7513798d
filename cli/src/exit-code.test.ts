import { describe, expect, it } from 'vitest';
import { exitCodeOf } from './exit-code.ts';

describe('an exit code', () => {
  it.each([
    [400, false, 2],
    [401, false, 3],
    [403, false, 3],
    [404, false, 4],
    [409, false, 5],
    [409, true, 6],
    [422, false, 5],
    [429, false, 6],
    [503, false, 6],
  ])('says by its class why a command was refused: %d %s', (status, isRetryable, code) => {
    expect(exitCodeOf(status, isRetryable)).toBe(code);
  });
});
