import { describe, expect, test } from 'vitest';
import { faultsOfPaths } from './paths.ts';
import type { Step } from './paths.ts';

const step = (action: string, status: string, version: number, from?: string): Step =>
  ({ issueId: 'i', action: `issue.${action}`, status, version, from });
const created = step('created', 'todo', 1);

describe('the judge of status paths', () => {
  test('accepts a life with claims, moves, words and an end', () => {
    expect(faultsOfPaths([
      created, step('checked_out', 'in_progress', 2), step('commented', 'in_progress', 2),
      step('released', 'todo', 3), step('checked_out', 'in_progress', 4),
      step('updated', 'in_progress', 5), step('updated', 'done', 6, 'in_progress'),
    ])).toEqual([]);
  });

  test.each([
    ['a step that may not be', [created, step('updated', 'done', 2, 'todo')]],
    ['a step out of the end', [
      step('created', 'done', 1), step('checked_out', 'in_progress', 2),
    ]],
    ['a version that is skipped', [created, step('updated', 'todo', 3)]],
    ['a version that comes twice', [
      created, step('updated', 'todo', 2), step('updated', 'todo', 2),
    ]],
    ['a step from elsewhere', [created, step('updated', 'in_progress', 2, 'blocked')]],
    ['words about another status', [created, step('commented', 'done', 1)]],
    ['a log without a beginning', [step('updated', 'todo', 2)]],
  ])('finds %s', (_, steps) => {
    expect(faultsOfPaths(steps)).toHaveLength(1);
  });
});
