import { RunStatus } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import {
  BUDGET,
  QUOTA,
  holderEnding,
  isGivenUp,
  runEndings,
  type RunEnding,
} from './run-endings.ts';
import { isFinished, statesBefore } from './run-moves.ts';

const endings: [string, RunEnding][] = Object.entries(runEndings);

describe('the endings of a run', () => {
  it.each(endings)('%s starts from states that the moves allow', (_, { from, status }) => {
    const allowed = status ? statesBefore(status) : statesBefore('succeeded');
    expect(from.length).toBeGreaterThan(0);
    expect(allowed).toEqual(expect.arrayContaining([...from]));
  });

  it.each(endings)('%s leads to a finished state, which only a holder chooses', (_, ending) => {
    expect(ending.status === undefined).toBe(ending.by === 'holder');
    expect(ending.status === undefined || isFinished(ending.status)).toBe(true);
  });

  it('by a holder depend on the status and the error code', () => {
    const finished = RunStatus.options.filter(isFinished);
    const named = finished.map((status) => [
      status,
      ...[
        null,
        'exit_code',
        'agent_refused',
        'egress_refused',
        'program_missing',
        'provider_busy',
        'session_unknown',
        BUDGET,
        QUOTA,
      ].map((errorCode) => holderEnding({ status, errorCode })),
    ]);
    const usual = [
      'completed',
      'completed',
      'undelivered',
      'undelivered',
      'undelivered',
      'providerBusy',
      'sessionGone',
      'budgetUsedUp',
      'quotaUsedUp',
    ];
    expect(named).toEqual([
      ['succeeded', ...usual],
      ['failed', ...usual],
      ['cancelled', ...usual],
      ['timed_out', ...usual],
      ['lost', ...Array.from({ length: 7 }, () => 'abandoned'), 'budgetUsedUp', 'abandoned'],
    ]);
  });
});

it.each([
  ['cancelled', 'cancelled', 'cancelled', true],
  ['completed', 'failed', 'exit_code', true],
  ['overdue', 'timed_out', 'timed_out', true],
  ['unstartable', 'failed', 'agent_not_found', true],
  ['unstartable', 'failed', 'nothing_to_tell', false],
  ['superseded', 'cancelled', 'issue_ended', false],
  ['completed', 'succeeded', null, false],
  ['providerBusy', 'failed', 'provider_busy', false],
  ['undelivered', 'failed', 'model_unknown', false],
  ['leaseExpired', 'lost', 'worker_lost', false],
  ['stopped', 'cancelled', 'budget', false],
] as const)('%s as %s with %s gives up what it was for: %s', (name, status, errorCode, given) => {
  expect(isGivenUp(name, { status, errorCode })).toBe(given);
});
