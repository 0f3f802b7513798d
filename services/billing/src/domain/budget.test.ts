import { describe, expect, it } from 'vitest';
import { budgetState, isExhausted, judge, sliceOf, type Account, type Marks } from './budget.ts';

const SEEDS = Array.from({ length: 50 }, (_, seed) => seed + 1);
const STEPS = 200;

/** A small generator with a seed, so that a failing case can be seen again. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const unsaid: Marks = { warned: false, exhausted: false };

describe('judge', () => {
  it.each([
    { spentCents: 79, limitCents: 100, says: [] },
    { spentCents: 80, limitCents: 100, says: ['budget.warned'] },
    { spentCents: 99, limitCents: 100, says: ['budget.warned'] },
    { spentCents: 100, limitCents: 100, says: ['budget.warned', 'budget.exhausted'] },
    { spentCents: 1, limitCents: 1, says: ['budget.warned', 'budget.exhausted'] },
    { spentCents: 5_000, limitCents: 0, says: [] },
    { spentCents: 0, limitCents: 1, says: [] },
  ])('says $says at $spentCents of $limitCents', ({ says, ...books }) => {
    expect(judge(unsaid, books).says).toEqual(says);
  });

  it('takes exhaustion back when the limit rises or falls away', () => {
    const exhausted = { warned: true, exhausted: true };
    expect(judge(exhausted, { spentCents: 100, limitCents: 110 })).toEqual({
      marks: { warned: true, exhausted: false }, says: ['budget.restored'],
    });
    expect(judge(exhausted, { spentCents: 100, limitCents: 0 })).toEqual({
      marks: unsaid, says: ['budget.restored'],
    });
  });

  it.each(SEEDS)('says each crossing once while the limit stays (seed %i)', (seed) => {
    const next = numbersFrom(seed);
    const limitCents = next(10_000) + 1;
    let spentCents = 0;
    let marks = unsaid;
    const said: string[] = [];
    for (let step = 0; step < STEPS; step++) {
      spentCents += next(200);
      const verdict = judge(marks, { spentCents, limitCents });
      ({ marks } = verdict);
      said.push(...verdict.says);
    }
    const expected = [
      ...(spentCents * 5 >= limitCents * 4 ? ['budget.warned'] : []),
      ...(spentCents >= limitCents ? ['budget.exhausted'] : []),
    ];
    expect(said).toEqual(expected);
  });

  it.each(SEEDS)('alternates exhausted and restored while the limit moves (seed %i)', (seed) => {
    const next = numbersFrom(seed);
    let books = { spentCents: 0, limitCents: next(1_000) };
    let marks = unsaid;
    let stopped = false;
    for (let step = 0; step < STEPS; step++) {
      books = next(3) === 0
        ? { ...books, limitCents: next(4) === 0 ? 0 : next(20_000) }
        : { ...books, spentCents: books.spentCents + next(150) };
      const verdict = judge(marks, books);
      ({ marks } = verdict);
      for (const news of verdict.says) {
        if (news === 'budget.exhausted') {
          expect(stopped).toBe(false);
          stopped = true;
        }
        if (news === 'budget.restored') {
          expect(stopped).toBe(true);
          stopped = false;
        }
      }
      expect(stopped).toBe(isExhausted(books));
      expect(judge(marks, books).says).toEqual([]);
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

  it('never shows less than nothing as remaining', () => {
    const over = { limitCents: 50, spentCents: 80 };
    expect(budgetState(over, roomy).remainingCents).toBe(0);
  });
});

describe('sliceOf', () => {
  const open: Account = { limitCents: 0, spentCents: 900, reservedCents: 0 };
  const account = (limitCents: number, spentCents = 0, reservedCents = 0): Account => ({
    limitCents, spentCents, reservedCents,
  });

  it('grants without reserving where nothing is limited', () => {
    expect(sliceOf(open, open, 50)).toEqual({ granted: true, cents: 0, reason: null });
  });

  it('reserves the slice, or what is left of the tighter budget', () => {
    expect(sliceOf(account(500), open, 50).cents).toBe(50);
    expect(sliceOf(account(500, 400, 70), open, 50).cents).toBe(30);
    expect(sliceOf(open, account(500, 480), 50).cents).toBe(20);
    expect(sliceOf(account(500, 490), account(500, 480), 50).cents).toBe(10);
  });

  it('grants nothing once a budget is spent or reserved, and says whose', () => {
    const refusal = (reason: string) => ({ granted: false, cents: 0, reason });
    expect(sliceOf(account(50, 20, 30), open, 50)).toEqual(refusal('agent_budget'));
    expect(sliceOf(open, account(50, 60), 50)).toEqual(refusal('company_budget'));
  });

  it.each(SEEDS)('never lets reservations pass a limit (seed %i)', (seed) => {
    const next = numbersFrom(seed);
    const agents = Array.from({ length: 5 }, () => account(next(2) * next(500)));
    let company = account(next(2) * next(1_500));
    for (let step = 0; step < STEPS; step++) {
      const index = next(agents.length);
      const agent = agents[index] ?? open;
      const { cents } = sliceOf(agent, company, 1 + next(90));
      const spend = next(cents + 1);
      const add = (books: Account): Account => ({
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
