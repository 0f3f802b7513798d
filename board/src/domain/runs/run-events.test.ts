import type { Activity } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { actOfAgent, withoutStarts } from './run-events.ts';

const event = (
  action: string,
  details: Activity['details'] = {},
  actorType: 'system' | 'user' = 'system',
) => ({ action, details, actorType, entityId: 'run' });

describe('an event of a run', () => {
  it('says what the agent did, and how it failed', () => {
    const sentence = (status: string, exitCode: number | null = null) =>
      actOfAgent(event('run.finished', { status, exitCode }))?.says;
    expect([sentence('succeeded', 0), sentence('failed', 3), sentence('timed_out')]).toEqual([
      'finished a run',
      'failed in a run (exit code 3)',
      'ran out of time in a run',
    ]);
    expect(sentence('a later status')).toBeUndefined();
    expect(actOfAgent(event('issue.updated'))).toBeUndefined();
  });

  it('names who stopped the run, but for a budget always who spent it', () => {
    expect(actOfAgent(event('run.finished', { status: 'cancelled' }, 'user'))).toBeUndefined();
    expect(actOfAgent(event('budget.exhausted', {}, 'user'))?.says).toBe('used up the budget');
  });

  it('is left out as a start where its end is told', () => {
    const rows = [event('run.finished'), event('run.started'), event('issue.updated')];
    expect(withoutStarts(rows).map(({ action }) => action)).toEqual([
      'run.finished',
      'issue.updated',
    ]);
    expect(withoutStarts([event('run.started')])).toHaveLength(1);
  });
});
