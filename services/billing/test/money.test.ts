/**
 * Many clients on two replicas reserve and report concurrently, with repeats. In any order the sums
 * equal the costs to the cent, no reservation exceeds a limit, and each crossing is emitted once.
 */
import { billing, Refusal, type EventRecord } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { boardActor, clientAs, openStage, serviceActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billingService } from '../src/service.ts';
import { aCost, type BillingStage } from './books.ts';

const CLIENTS = 64;
const COMPANIES = 5;
const AGENTS_A_COMPANY = 10;
const ROUNDS = 8;
const VOIDING_CLIENTS = 8;
/** Enough for a thousand writes on a busy machine. */
const RUSH_MS = 90_000;

/** A seeded generator, so that a failing run can be repeated. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** A client that gets no answer repeats the request, which still has its effect once. */
async function persist<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Refusal && error.retryable)) throw error;
    }
  }
}

interface Spender {
  readonly companyId: string;
  readonly agentId: string;
  readonly limitCents: number;
  /** Spends only what its runs have reserved. */
  readonly isCareful: boolean;
}

describe('the books', () => {
  let stage: BillingStage;
  let replicas: (typeof stage.service)[];
  const spenders: Spender[] = [];

  beforeAll(async () => {
    stage = await openStage(billingService);
    replicas = [stage.service, await stage.replica()];
    for (let n = 0; n < COMPANIES; n++) {
      // Half of the companies have a limit too, some of them less than the sum of their agents.
      const budgetMonthlyCents = n % 2 === 0 ? 0 : 1_500 * n;
      const { companyId } = await stage.given.company({ budgetMonthlyCents });
      for (let index = 0; index < AGENTS_A_COMPANY; index++) {
        const limitCents = 100 + 37 * index;
        const { agentId } = await stage.given.agent(companyId, { budgetMonthlyCents: limitCents });
        spenders.push({ companyId, agentId, limitCents, isCareful: index % 2 === 0 });
      }
    }
  });
  afterAll(() => stage.close());

  /** One client: uses all agents in turn, alternating between the replicas. */
  async function spend(client: number): Promise<number> {
    const next = numbersFrom(client + 1);
    let repetitions = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const { companyId, agentId, isCareful } = spenders[next(spenders.length)] as Spender;
      const replica = replicas[next(replicas.length)] as typeof stage.service;
      const runId = newId();
      const scheduler = clientAs(replica, billing, serviceActor('scheduler'));
      const run = { companyId, agentId, runId, ttlSeconds: 600 };
      const reserved = await persist(() => scheduler.reserveRun(run));
      if (isCareful && !reserved.granted) continue;
      const cents = isCareful ? next(reserved.cents + 1) : next(90);
      const report = { ...aCost(companyId, agentId, cents), runId, eventId: newId() };
      const board = clientAs(replica, billing, boardActor());
      const copies = next(4) === 0 ? 3 : 1;
      repetitions += copies - 1;
      const answers = await Promise.all(
        Array.from({ length: copies }, () => persist(() => board.recordCost(report))),
      );
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    }
    return repetitions;
  }

  const rows = <Row>(text: string): Promise<Row[]> => stage.db.run<Row>({ text, values: [] });

  async function expectBalance(): Promise<void> {
    const [difference] = await rows(`
      select
        (select count(*) from cost_events) - (select sum(events) from agent_months) as events,
        (select sum(cost_cents) from cost_events) - (select sum(spent_cents) from agent_months)
          as agents,
        (select sum(spent_cents) from agent_months) - (select sum(spent_cents) from company_months)
          as companies,
        (select max(abs(l.cents - (select sum(spent_cents) from agent_months))) from (
          select sum(cost_cents) as cents from cost_sums group by dimension, grain
        ) l) as lists,
        (select sum(reserved_cents) from agent_months)
          - (select sum(left_cents) from reservations where state = 'held') as reserved,
        (select sum(reserved_cents) from agent_months)
          - (select sum(reserved_cents) from company_months) as reserved_of_companies`);
    expect(difference).toEqual({
      events: 0,
      agents: 0,
      companies: 0,
      lists: 0,
      reserved: 0,
      reservedOfCompanies: 0,
    });
    const unbalanced = await rows(`
      select m.agent_id, m.month from agent_months m
      left join (
        select agent_id, month, sum(cost_cents) as cents from cost_events group by agent_id, month
      ) c using (agent_id, month)
      where m.spent_cents <> coalesce(c.cents, 0)
        or m.reserved_cents <> (
          select coalesce(sum(r.left_cents), 0) from reservations r
          where r.agent_id = m.agent_id and r.month = m.month and r.state = 'held'
        )`);
    expect(unbalanced).toEqual([]);
  }

  it('balance to the cent after 64 clients on two replicas', { timeout: RUSH_MS }, async () => {
    const repetitions = await Promise.all(Array.from({ length: CLIENTS }, (_, n) => spend(n)));
    expect(repetitions.reduce((sum, one) => sum + one)).toBeGreaterThan(0);
    await expectBalance();
  });

  it('never let a reservation exceed the limit of its agent', async () => {
    const sums = await rows<{ agentId: string; cents: number }>(
      'select agent_id, spent_cents + reserved_cents as cents from agent_months',
    );
    const careful = spenders.filter(({ isCareful }) => isCareful);
    const over = careful.filter(
      ({ agentId, limitCents }) =>
        (sums.find((sum) => sum.agentId === agentId)?.cents ?? 0) > limitCents,
    );
    expect(over).toEqual([]);
    expect(
      careful.some(
        ({ agentId, limitCents }) =>
          sums.find((sum) => sum.agentId === agentId)?.cents === limitCents,
      ),
    ).toBe(true);
  });

  it('emit each crossing once, and every booked cost', async () => {
    const events = await stage.emitted();
    const count = (type: string, id: string) =>
      events.filter((event: EventRecord) => event.type === type && event.entityId === id).length;
    const budgets = await rows<{ id: string; limitCents: number; spentCents: number }>(`
      select a.agent_id as id, a.budget_monthly_cents as limit_cents, m.spent_cents
      from agents a join agent_months m using (agent_id)
      union all
      select c.company_id, c.budget_monthly_cents, m.spent_cents
      from companies c join company_months m using (company_id)`);
    for (const { id, limitCents, spentCents } of budgets) {
      const crosses = (share: number) => limitCents > 0 && spentCents >= limitCents * share;
      expect([count('budget.warned', id), count('budget.exhausted', id)]).toEqual([
        crosses(0.8) ? 1 : 0,
        crosses(1) ? 1 : 0,
      ]);
    }
    expect(events.some(({ type }) => type === 'budget.exhausted')).toBe(true);
    const costs = await rows<{ id: string }>('select id from cost_events');
    const recorded = events.filter(({ type }) => type === 'cost.recorded');
    expect(recorded.map(({ entityId }) => entityId).toSorted()).toEqual(
      costs.map(({ id }) => id).toSorted(),
    );
  });

  it(
    'balance after clients void costs at the same time, and restore each budget once',
    async () => {
      const costs = await rows<{ id: string; companyId: string }>(
        'select id, company_id from cost_events order by id',
      );
      const chosen = costs.filter((_, index) => index % 3 !== 0);
      const voidTwice = async ({ id: costId, companyId }: (typeof costs)[number]) => {
        const input = { companyId, costId, reason: 'a mistake' };
        const [first, second] = await Promise.all(
          replicas.map((replica) =>
            persist(() => clientAs(replica, billing, boardActor()).voidCost(input)),
          ),
        );
        expect(first).toEqual(second);
      };
      await Promise.all(
        Array.from({ length: VOIDING_CLIENTS }, async (_, client) => {
          const own = chosen.filter((_cost, index) => index % VOIDING_CLIENTS === client);
          for (const cost of own) await voidTwice(cost);
        }),
      );
      await expectBalance();
      const events = await stage.emitted();
      const count = (type: string, id: string) =>
        events.filter((event: EventRecord) => event.type === type && event.entityId === id).length;
      const budgets = await rows<{ id: string; isSpent: boolean }>(`
      select a.agent_id as id, m.spent_cents >= a.budget_monthly_cents as is_spent
      from agents a join agent_months m using (agent_id)`);
      for (const { id, isSpent } of budgets) {
        const restored = isSpent ? 0 : count('budget.exhausted', id);
        expect(count('budget.restored', id)).toBe(restored);
      }
      expect(events.some(({ type }) => type === 'budget.restored')).toBe(true);
    },
    RUSH_MS,
  );
});
