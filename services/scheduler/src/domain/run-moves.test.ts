import { RunStatus } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { isFinished, runMoves } from './run-moves.ts';

describe('the moves of a run', () => {
  it('lead out of no finished state', () => {
    const finished = RunStatus.options.filter(isFinished);
    expect(finished).toEqual(['succeeded', 'failed', 'cancelled', 'timed_out', 'lost']);
    for (const { from } of Object.values(runMoves)) {
      for (const status of from) expect(finished).not.toContain(status);
    }
  });

  it('start a run only once', () => {
    const starts = Object.values(runMoves).filter(({ to }) => to === 'running');
    expect(starts).toEqual([{ from: ['queued'], to: 'running' }]);
  });
});
