import { describe, expect, it } from 'vitest';
import {
  budgetOf,
  clockOf,
  clockWords,
  fieldsOf,
  firingWords,
  isComplete,
  pauseWords,
  templateOf,
} from './routines.ts';

describe('a routine', () => {
  it.each([
    [
      { kind: 'cron', expression: '0 9 * * MON', zone: 'Europe/Berlin' },
      '0 9 * * MON, Europe/Berlin',
    ],
    [{ kind: 'interval', everySec: 3_600 }, 'every hour'],
    [{ kind: 'interval', everySec: 7_200 }, 'every 2 hours'],
    [{ kind: 'interval', everySec: 90 }, 'every 90 seconds'],
    [{ kind: 'none' }, 'by hand'],
  ] as const)('says when it makes its issues: %j', (clock, words) => {
    expect(clockWords(clock)).toBe(words);
  });

  it('says what a moment has done, and why not', () => {
    expect(firingWords({ outcome: 'fired', reason: null })).toBe('Created an issue');
    expect(firingWords({ outcome: 'skipped', reason: 'last_issue_open' })).toBe(
      'Skipped: the last issue is open',
    );
    expect(firingWords({ outcome: 'failed', reason: 'agent_not_assignable' })).toBe(
      'Failed: agent not assignable',
    );
  });
});

it('a routine that waits for a person says why', () => {
  expect(pauseWords(null)).toBeUndefined();
  expect(pauseWords('manual')).toBeUndefined();
  expect(pauseWords('member_left')).toMatch(/^The person who turned it on/);
  expect(pauseWords('project_not_found')).toContain('project not found');
});

describe('the form of a routine', () => {
  const empty = fieldsOf(undefined, 'Europe/Berlin');

  it('begins with every morning, in the zone of the company', () => {
    expect(clockOf(empty)).toEqual({
      kind: 'cron',
      expression: '0 9 * * *',
      zone: 'Europe/Berlin',
    });
    expect(isComplete(empty)).toBe(false);
    expect(isComplete({ ...empty, name: 'Report', title: 'Write it' })).toBe(true);
    const never = { ...empty, name: 'Report', title: 'Write it', kind: 'interval' as const };
    expect(isComplete({ ...never, everyMinutes: '0' })).toBe(false);
  });

  it('takes a budget as a sum, and none for no limit', () => {
    expect(budgetOf(empty)).toBe(0);
    expect(budgetOf({ ...empty, budget: '12.50' })).toBe(1_250);
    expect(isComplete({ ...empty, name: 'Report', title: 'Write it', budget: 'much' })).toBe(false);
  });

  it('sends an interval in seconds, and keeps what it does not show', () => {
    expect(clockOf({ ...empty, kind: 'interval', everyMinutes: '90' })).toEqual({
      kind: 'interval',
      everySec: 5_400,
    });
    expect(clockOf({ ...empty, kind: 'none' })).toEqual({ kind: 'none' });
    const before = { title: 'A', children: [{ title: 'B' }] };
    expect(templateOf({ ...empty, title: 'C', parts: 'B' }, before as never)).toEqual({
      title: 'C',
      description: null,
      assigneeAgentId: null,
      children: [{ title: 'B' }],
    });
    expect(templateOf({ ...empty, title: 'C' }, before as never)).toMatchObject({ children: [] });
    expect(templateOf({ ...empty, title: 'C' }, undefined)).not.toHaveProperty('children');
  });
});
