import { describe, expect, it } from 'vitest';
import { faultsOfVoids, type ListedCost } from './voids.ts';

const cost: ListedCost = {
  id: 'c',
  agentId: 'ann',
  costCents: 5,
  inputTokens: 7,
  outputTokens: 0,
  month: '2026-11',
  occurredAt: '2026-11-01T00:00:00.000Z',
  voidsCostId: null,
  voidedByCostId: 'v',
};
const own: ListedCost = {
  ...cost,
  id: 'v',
  costCents: -5,
  inputTokens: -7,
  voidsCostId: 'c',
  voidedByCostId: null,
};

describe('faultsOfVoids', () => {
  it('finds none in a cost and its opposite', () => {
    expect(faultsOfVoids(new Set(['c']), [cost, own])).toEqual([]);
  });

  it('finds a void that is missing, made twice, not asked for, or of other amounts', () => {
    expect(faultsOfVoids(new Set(['c']), [cost])).toEqual(['c has no void']);
    const twice = [cost, own, { ...own, id: 'w' }];
    expect(faultsOfVoids(new Set(['c']), twice)).toEqual(['c is voided 2 times']);
    expect(faultsOfVoids(new Set(), [cost, own])).toEqual(['c has a void that was not asked for']);
    for (const wrong of [{ costCents: -4 }, { month: '2026-10' }, { agentId: 'bob' }]) {
      expect(faultsOfVoids(new Set(['c']), [cost, { ...own, ...wrong }])).toEqual([
        'the void of c is not its opposite',
      ]);
    }
  });
});
