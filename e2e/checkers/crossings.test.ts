import { describe, expect, it } from 'vitest';
import { faultsOfCrossings, type Entry } from './crossings.ts';

const month = '2026-11';
const limits = new Map([['ann', 100]]);
const faults = (...log: Entry[]): string[] => faultsOfCrossings(log, { month, limits });

const cost = (costCents: number, of = month): Entry => ({
  action: 'cost.recorded',
  agentId: 'ann',
  month: of,
  costCents,
});
type BudgetAction = 'budget.warned' | 'budget.exhausted' | 'budget.restored';
const emitted = (action: BudgetAction, spentCents: number, limitCents = 100): Entry => ({
  action,
  agentId: 'ann',
  limitCents,
  spentCents,
});
const reserved: Entry = { action: 'budget.reserved', agentId: 'ann' };

describe('the judge of crossings', () => {
  it('accepts both crossings, a restored budget, and both again', () => {
    expect(
      faults(
        reserved,
        cost(79),
        cost(1),
        emitted('budget.warned', 80),
        cost(19),
        cost(1),
        emitted('budget.exhausted', 100),
        cost(50),
        emitted('budget.restored', 150, 300),
        reserved,
        cost(90),
        emitted('budget.warned', 240, 300),
        cost(60),
        emitted('budget.exhausted', 300, 300),
      ),
    ).toEqual([]);
  });

  it('accepts both for one cost, and no second warning after a small raise', () => {
    expect(
      faults(
        cost(100),
        emitted('budget.warned', 100),
        emitted('budget.exhausted', 100),
        emitted('budget.restored', 100, 110),
        cost(10),
        emitted('budget.exhausted', 110, 110),
      ),
    ).toEqual([]);
  });

  it('accepts no events for other months, and without a limit', () => {
    expect(faults(cost(500, '2026-10'))).toEqual([]);
    expect(faultsOfCrossings([cost(500)], { month, limits: new Map() })).toEqual([]);
  });

  it('judges the budget of the company like that of an agent', () => {
    const ofCompany = { month, limits: new Map([['company', 100]]) };
    const bob: Entry = { action: 'cost.recorded', agentId: 'bob', month, costCents: 85 };
    const warned: Entry = {
      action: 'budget.warned',
      agentId: null,
      limitCents: 100,
      spentCents: 85,
    };
    expect(faultsOfCrossings([bob, warned], ofCompany)).toEqual([]);
    expect(faultsOfCrossings([bob], ofCompany)).toHaveLength(1);
  });

  const spent = [cost(100), emitted('budget.warned', 100), emitted('budget.exhausted', 100)];
  it.each([
    ['is never emitted', [cost(80)]],
    ['is emitted late', [cost(80), cost(1), emitted('budget.warned', 81)]],
    ['is emitted twice', [cost(80), emitted('budget.warned', 80), emitted('budget.warned', 80)]],
    ['did not happen', [cost(79), emitted('budget.warned', 79)]],
    [
      'is emitted in the wrong order',
      [cost(100), emitted('budget.exhausted', 100), emitted('budget.warned', 100)],
    ],
    ['is emitted with another sum', [cost(80), emitted('budget.warned', 79)]],
    ['is emitted with another limit', [cost(80), emitted('budget.warned', 80, 99)]],
    ['is restored without room', [...spent, emitted('budget.restored', 100, 100)]],
    [
      'is restored twice',
      [...spent, emitted('budget.restored', 100, 200), emitted('budget.restored', 100, 200)],
    ],
    ['is followed by a reservation', [...spent, reserved]],
  ])('refuses a crossing that %s', (_, log) => {
    expect(faults(...log).length).toBeGreaterThan(0);
  });
});
