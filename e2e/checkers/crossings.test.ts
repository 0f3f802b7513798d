import { describe, expect, test } from 'vitest';
import { faultsOfCrossings } from './crossings.ts';
import type { Entry } from './crossings.ts';

const month = '2026-11';
const limits = new Map([['ann', 100]]);
const faults = (...log: Entry[]): string[] => faultsOfCrossings(log, { month, limits });

const cost = (costCents: number, of = month): Entry =>
  ({ action: 'cost.recorded', agentId: 'ann', month: of, costCents });
type News = 'budget.warned' | 'budget.exhausted' | 'budget.restored';
const said = (action: News, spentCents: number, limitCents = 100): Entry =>
  ({ action, agentId: 'ann', limitCents, spentCents });
const reserved: Entry = { action: 'budget.reserved', agentId: 'ann' };

describe('the judge of crossings', () => {
  test('accepts both crossings, the room of a raise, and both again', () => {
    expect(faults(
      reserved, cost(79), cost(1), said('budget.warned', 80), cost(19), cost(1),
      said('budget.exhausted', 100), cost(50), said('budget.restored', 150, 300), reserved,
      cost(90), said('budget.warned', 240, 300), cost(60), said('budget.exhausted', 300, 300),
    )).toEqual([]);
  });

  test('accepts both at one cost, and no second warning where a raise is small', () => {
    expect(faults(
      cost(100), said('budget.warned', 100), said('budget.exhausted', 100),
      said('budget.restored', 100, 110), cost(10), said('budget.exhausted', 110, 110),
    )).toEqual([]);
  });

  test('accepts silence about other months and where nothing is limited', () => {
    expect(faults(cost(500, '2026-10'))).toEqual([]);
    expect(faultsOfCrossings([cost(500)], { month, limits: new Map() })).toEqual([]);
  });

  test('looks at the budget of the company like at that of an agent', () => {
    const ofCompany = { month, limits: new Map([['company', 100]]) };
    const bob: Entry = { action: 'cost.recorded', agentId: 'bob', month, costCents: 85 };
    const warned: Entry =
      { action: 'budget.warned', agentId: null, limitCents: 100, spentCents: 85 };
    expect(faultsOfCrossings([bob, warned], ofCompany)).toEqual([]);
    expect(faultsOfCrossings([bob], ofCompany)).toHaveLength(1);
  });

  const spent = [cost(100), said('budget.warned', 100), said('budget.exhausted', 100)];
  test.each([
    ['is never said', [cost(80)]],
    ['is said late', [cost(80), cost(1), said('budget.warned', 81)]],
    ['is said twice', [cost(80), said('budget.warned', 80), said('budget.warned', 80)]],
    ['was none', [cost(79), said('budget.warned', 79)]],
    ['is said in the wrong order', [
      cost(100), said('budget.exhausted', 100), said('budget.warned', 100),
    ]],
    ['is said of another sum', [cost(80), said('budget.warned', 79)]],
    ['is said of another limit', [cost(80), said('budget.warned', 80, 99)]],
    ['is taken back without room', [...spent, said('budget.restored', 100, 100)]],
    ['is taken back twice', [
      ...spent, said('budget.restored', 100, 200), said('budget.restored', 100, 200),
    ]],
    ['is followed by a reservation', [...spent, reserved]],
  ])('refuses a crossing that %s', (_, log) => {
    expect(faults(...log).length).toBeGreaterThan(0);
  });
});
