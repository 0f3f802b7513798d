import { describe, expect, it } from 'vitest';
import { comesAfter, type IssueSort, type ListKey } from './list-order.ts';

const key: ListKey = {
  priority: 'high',
  updatedAt: '2026-11-20T18:12:00.000Z',
  id: '0190a000-0000-7000-8000-000000000005',
  issueNumber: 5,
};
const later = '2026-11-20T18:12:00.001Z';

describe('comesAfter', () => {
  it.each<[IssueSort, Partial<ListKey>, boolean]>([
    ['priority', {}, false],
    ['priority', { priority: 'low', updatedAt: later }, true],
    ['priority', { priority: 'critical' }, false],
    ['priority', { updatedAt: later }, false],
    ['priority', { id: '0190a000-0000-7000-8000-000000000004' }, true],
    ['updated', { priority: 'low', updatedAt: later }, false],
    ['updated', { priority: 'critical', updatedAt: '2026-11-20T18:11:59.999Z' }, true],
    ['created', { issueNumber: 4, priority: 'critical', updatedAt: later }, true],
    ['created', { issueNumber: 6 }, false],
  ])('by %s of %j is %s', (sort, fields, after) => {
    expect(comesAfter(sort, { ...key, ...fields }, key)).toBe(after);
  });
});
