import { RunStatus } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { moveAfterRun } from './run-end.ts';

describe('moveAfterRun', () => {
  it.each(RunStatus.options)('decides the move of the agent of a %s run', (status) => {
    const failed = ['failed', 'timed_out'].includes(status);
    expect(moveAfterRun(status)).toBe(failed ? 'failRun' : 'endRun');
  });
});
