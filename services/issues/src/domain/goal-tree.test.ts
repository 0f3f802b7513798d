import { GoalLevel, type Goal } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { nestGoals, requireLevels } from './goal-tree.ts';

describe('requireLevels', () => {
  const pairs = GoalLevel.options.flatMap((above, a) =>
    GoalLevel.options.map((level, b) => ({ above, level, fits: a <= b })),
  );

  it.each(pairs)('$level below $above: $fits', ({ above, level, fits }) => {
    const asChild = () => requireLevels(level, above, []);
    const asParent = () => requireLevels(above, undefined, [level]);
    const refusal = expect.objectContaining({ code: 'goal_level_mismatch' });
    for (const decide of [asChild, asParent]) {
      if (fits) expect(decide).not.toThrow();
      else expect(decide).toThrow(refusal);
    }
  });
});

describe('nestGoals', () => {
  const goal = (id: string, parentId: string | null): Goal => ({
    id,
    parentId,
    companyId: 'c',
    title: id,
    description: '',
    level: 'task',
    status: 'planned',
    ownerAgentId: null,
    createdAt: '',
    updatedAt: '',
    version: 1,
  });

  it('puts every goal under its parent', () => {
    const nested = nestGoals([goal('a', null), goal('b', null), goal('c', 'a'), goal('d', 'c')]);
    expect(nested).toMatchObject([
      { id: 'a', children: [{ id: 'c', children: [{ id: 'd', children: [] }] }] },
      { id: 'b', children: [] },
    ]);
  });
});
