import { describe, expect, it } from 'vitest';
import {
  budgetState,
  isExhausted,
  decideAnnouncements,
  decideSlice,
  type BudgetAccount,
  type Marks,
} from './budget.ts';

const SEEDS = Array.from({ length: 50 }, (_, seed) => seed + 1);
const STEPS = 200;

/** A seeded generator, so that a failing case can be repeated. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const unannounced: Marks = { warned: false, exhausted: false };

describe('decideAnnouncements', () => {
  it.each([
    { spentCents: 79, limitCents: 100, emits: [] },
    { spentCents: 80, limitCents: 100, emits: ['budget.warned'] },
    { spentCents: 99, limitCents: 100, emits: ['budget.warned'] },
    { spentCents: 100, limitCents: 100, emits: ['budget.warned', 'budget.exhausted'] },
    { spentCents: 1, limitCents: 1, emits: ['budget.warned', 'budget.exhausted'] },
    { spentCents: 5_000, limitCents: 0, emits: [] },
    { spentCents: 0, limitCents: 1, emits: [] },
  ])('emits $emits at $spentCents of $limitCents', ({ emits, ...books }) => {
    expect(decideAnnouncements(unannounced, books).emits).toEqual(emits);
  });

  it('restores when the limit rises or is removed', () => {
    const exhausted = { warned: true, exhausted: true };
    expect(decideAnnouncements(exhausted, { spentCents: 100, limitCents: 110 })).toEqual({
      marks: { warned: true, exhausted: false },
      emits: ['budget.restored'],
    });
    expect(decideAnnouncements(exhausted, { spentCents: 100, limitCents: 0 })).toEqual({
      marks: unannounced,
      emits: ['budget.restored'],
    });
  });

  it.each(SEEDS)('emits each crossing once while the limit stays (seed %i)', (seed) => {
    const next = numbersFrom(seed);
    const limitCents = next(10_000) + 1;
    let spentCents = 0;
    let marks = unannounced;
    const emitted: string[] = [];
    for (let step = 0; step < STEPS; step++) {
      spentCents += next(200);
      const verdict = decideAnnouncements(marks, { spentCents, limitCents });
      ({ marks } = verdict);
      emitted.push(...verdict.emits);
    }
    const expected = [
      ...(spentCents * 5 >= limitCents * 4 ? ['budget.warned'] : []),
      ...(spentCents >= limitCents ? ['budget.exhausted'] : []),
    ];
    expect(emitted).toEqual(expected);
  });

  it.each(SEEDS)('alternates exhausted and restored while the limit moves (seed %i)', (seed) => {
    const next = numbersFrom(seed);
    let books = { spentCents: 0, limitCents: next(1_000) };
    let marks = unannounced;
    let stopped = false;
    for (let step = 0; step < STEPS; step++) {
      books =
        next(3) === 0
          ? { ...books, limitCents: next(4) === 0 ? 0 : next(20_000) }
          : { ...books, spentCents: books.spentCents + next(150) };
      const verdict = decideAnnouncements(marks, books);
      ({ marks } = verdict);
      for (const event of verdict.emits) {
        if (event === 'budget.exhausted') {
          expect(stopped).toBe(false);
          stopped = true;
        }
        if (event === 'budget.restored') {
          expect(stopped).toBe(true);
          stopped = false;
        }
      }
      expect(stopped).toBe(isExhausted(books));
      expect(decideAnnouncements(marks, books).emits).toEqual([]);
    }
  });
});

describe('budgetState', () => {
  const roomy = { limitCents: 0, spentCents: 700 };

  it('stops at the limit of the agent and at the limit of its company', () => {
    const spent = { limitCents: 50, spentCents: 50 };
    expect(budgetState(spent, roomy)).toEqual({ ...spent, remainingCents: 0, stop: true });
    expect(budgetState(roomy, spent)).toEqual({ ...roomy, remainingCents: null, stop: true });
  });

  it('never has a negative rest', () => {
    const over = { limitCents: 50, spentCents: 80 };
    expect(budgetState(over, roomy).remainingCents).toBe(0);
  });
});

describe('decideSlice', () => {
  const open: BudgetAccount = { limitCents: 0, spentCents: 900, reservedCents: 0 };
  const account = (limitCents: number, spentCents = 0, reservedCents = 0): BudgetAccount => ({
    limitCents,
    spentCents,
    reservedCents,
  });

  it('grants without reserving if there is no limit', () => {
    expect(decideSlice(open, open, 50)).toEqual({ granted: true, cents: 0, reason: null });
  });

  it('reserves the slice, or the rest of the tighter budget', () => {
    expect(decideSlice(account(500), open, 50).cents).toBe(50);
    expect(decideSlice(account(500, 400, 70), open, 50).cents).toBe(30);
    expect(decideSlice(open, account(500, 480), 50).cents).toBe(20);
    expect(decideSlice(account(500, 490), account(500, 480), 50).cents).toBe(10);
  });

  it('refuses if a budget is spent or reserved, and says whose', () => {
    const refusal = (reason: string) => ({ granted: false, cents: 0, reason });
    expect(decideSlice(account(50, 20, 30), open, 50)).toEqual(refusal('agent_budget'));
    expect(decideSlice(open, account(50, 60), 50)).toEqual(refusal('company_budget'));
  });

  it.each(SEEDS)('never lets reservations exceed a limit (seed %i)', (seed) => {
    const next = numbersFrom(seed);
    const agents = Array.from({ length: 5 }, () => account(next(2) * next(500)));
    let company = account(next(2) * next(1_500));
    for (let step = 0; step < STEPS; step++) {
      const index = next(agents.length);
      const agent = agents[index] ?? open;
      const { cents } = decideSlice(agent, company, 1 + next(90));
      const spend = next(cents + 1);
      const add = (books: BudgetAccount): BudgetAccount => ({
        ...books,
        spentCents: books.spentCents + spend,
        reservedCents: books.reservedCents + cents - spend,
      });
      agents[index] = add(agent);
      company = add(company);
      for (const { limitCents, spentCents, reservedCents } of [...agents, company]) {
        expect(limitCents === 0 || spentCents + reservedCents <= limitCents).toBe(true);
      }
    }
  });
});
