import { describe, expect, it } from 'vitest';
import { faultsOfPaths, type Step } from './paths.ts';

const step = (action: string, status: string, version: number, from?: string): Step => ({
  issueId: 'i',
  action: `issue.${action}`,
  status,
  version,
  from,
});
const created = step('created', 'todo', 1);

describe('the judge of transitions', () => {
  it('accepts claims, updates, comments and completion', () => {
    expect(
      faultsOfPaths([
        created,
        step('checked_out', 'in_progress', 2),
        step('commented', 'in_progress', 2),
        step('released', 'todo', 3),
        step('checked_out', 'in_progress', 4),
        step('updated', 'in_progress', 5),
        step('updated', 'done', 6, 'in_progress'),
      ]),
    ).toEqual([]);
  });

  it.each([
    ['an illegal transition', [created, step('updated', 'done', 2, 'todo')]],
    [
      'a transition from a final status',
      [step('created', 'done', 1), step('checked_out', 'in_progress', 2)],
    ],
    ['a version that is skipped', [created, step('updated', 'todo', 3)]],
    [
      'a version that occurs twice',
      [created, step('updated', 'todo', 2), step('updated', 'todo', 2)],
    ],
    ['a transition from another status', [created, step('updated', 'in_progress', 2, 'blocked')]],
    ['a comment with another status', [created, step('commented', 'done', 1)]],
    ['a log without the creation', [step('updated', 'todo', 2)]],
  ])('finds %s', (_, steps) => {
    expect(faultsOfPaths(steps)).toHaveLength(1);
  });
});
