import type { Activity } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { chainOf } from './activity-chain.ts';

const of = (id: string, causedBy: string | null, second: number, service = 'issues'): Activity => ({
  id,
  companyId: 'c',
  service,
  seq: second,
  actorType: 'user',
  actorId: 'a',
  actorName: 'A',
  action: 'issue.created',
  entityType: 'issue',
  entityId: 'e',
  agentId: null,
  runId: null,
  requestId: 'r',
  causedBy,
  details: {},
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
});

const root = of('root', null, 1);
const wake = of('wake', 'root', 2, 'scheduler');
const sibling = of('sibling', 'root', 3, 'billing');
const start = of('start', 'wake', 4, 'scheduler');
/** By a service whose clock is behind. */
const status = of('status', 'start', 3, 'agents');
const other = of('other', null, 1);
const near = [status, start, other, sibling, wake, root];
const ids = (entries: readonly Activity[]): string[] => entries.map(({ id }) => id);

describe('chainOf', () => {
  it.each([
    [root, [], ['wake', 'status', 'sibling', 'start'], ['other']],
    [wake, ['root'], ['status', 'start'], ['other', 'sibling']],
    [status, ['root', 'wake', 'start'], [], ['other', 'sibling']],
    [other, [], [], ['root', 'wake', 'status', 'sibling', 'start']],
  ] as const)('of $id has what led to it and what it led to', (event, causes, effects, others) => {
    const chain = chainOf(event, near);
    expect(ids(chain.causes)).toEqual(causes);
    expect(new Set(ids(chain.effects))).toEqual(new Set(effects));
    expect(new Set(ids(chain.others))).toEqual(new Set(others));
  });

  it('ends where the cause is not near, and where causes go in a circle', () => {
    expect(ids(chainOf(start, [start]).causes)).toEqual([]);
    const circle = [of('a', 'b', 1), of('b', 'a', 2)] as const;
    expect(ids(chainOf(circle[0], circle).causes)).toEqual(['b']);
  });
});
