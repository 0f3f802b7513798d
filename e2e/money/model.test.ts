import { agents, composed, scheduler } from '@muster/contracts';
import { lengthOf, recordTrials, until } from '@muster/test-kit';
import { beforeAll, describe, expect, it } from 'vitest';
import { inParallel } from '../world/in-parallel.ts';
import type { Caller } from '../world/http-client.ts';
import { useSql } from '../world/sql.ts';
import { useWorld, type World } from '../world/use-world.ts';
import { openBoardActions } from './board-actions.ts';
import { readCosts, readEvidence, readCostSums, type Window } from './evidence.ts';
import { createMoneyFixture, type MoneyFixture } from './fixture.ts';
import { judgeCompany, stopsOf, type CompanyCase } from './judge-company.ts';
import { moneyFaults } from './money-faults.ts';
import { AGENTS, BURNER_LIMIT, planOf } from './plan.ts';
import { reportAll, type Reporting } from './reporters.ts';
import { openNemesis, type InjectedFault } from '../faults/nemesis.ts';

const SEED = Number(process.env['MONEY_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const EVENTS = Number(process.env['MONEY_EVENTS'] ?? lengthOf({ full: 50_000, short: 800 }));
/** Rounds of the board, evenly over the reports. */
const ROUNDS = 40;
/** Takes minutes on a quiet machine, and longer on a busy one. */
const TIMEOUT_MS = 2_400_000;
const SETTLE_MS = 120_000;
const CONCURRENCY = 4;
const WINDOWS: readonly Window[] = [{}, { from: '2000-01-01T00:00:00.000Z' }];

const world = useWorld({ replicas: 2 });
const sql = useSql(world);
let cases: CompanyCase[] = [];

beforeAll(async () => {
  const plan = planOf(SEED, EVENTS, Date.now());
  const fixture = await createMoneyFixture(world(), plan);
  const board = openBoardActions(world(), fixture);
  const nemesis = openNemesis(world(), moneyFaults, { finishesSchedule: false });
  // Agents that spend by their own runs begin before the first report.
  let rounds = board.round();
  const startedAt = performance.now();
  const reporting = await reportAll(world(), fixture, plan, (done) => {
    nemesis.advance(done / EVENTS);
    if (done % Math.ceil(EVENTS / ROUNDS) === 0) rounds = rounds.then(() => board.round());
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  await rounds;
  const injected = await nemesis.end();
  await untilABudgetStopsARun(world(), fixture);
  await waitUntilSettled(world(), fixture);
  cases = await gather(world(), fixture, reporting, injected);
  const booked = cases.reduce((sum, { evidence }) => sum + evidence.costs.length, 0);
  const crossed = cases.flatMap(({ evidence }) => stopsOf(evidence.activity)).length;
  const runs = cases.flatMap(({ evidence }) => evidence.runs).length;
  console.log(
    `${EVENTS} reports in ${reporting.requests} requests and ${seconds.toFixed(0)} s, ` +
      `${booked} booked, ${crossed} budgets spent, ${board.raised()} raised, ${runs} runs; away: ` +
      injected
        .map(
          ({ kind, victim, from, to }) => `${kind} ${victim} ${((to - from) / 1_000).toFixed(1)} s`,
        )
        .join(', '),
  );
}, TIMEOUT_MS);

/** The faults may have ended every run before its budget was spent: one more is left alone. */
async function untilABudgetStopsARun({ board }: World, { spenders }: MoneyFixture): Promise<void> {
  const burner = spenders.find(({ plan, company }) => plan.burns && company.limitCents === 0);
  if (!burner) throw new Error('no agent spends by itself in a company without a limit');
  const { id: agentId, companyId } = burner.agent;
  const { spentMonthlyCents } = await board.call(agents, 'getAgent', { agentId });
  const budgetMonthlyCents = spentMonthlyCents + BURNER_LIMIT;
  await board.call(agents, 'updateAgentBudget', { agentId, budgetMonthlyCents });
  await until(
    'a run that its budget stopped',
    async () => {
      await board.post(`/api/agents/${agentId}/wakeup`, {});
      const runs = await board.call(scheduler, 'listRuns', { companyId, agentId });
      return runs.some(({ errorCode }) => errorCode === 'budget') || undefined;
    },
    SETTLE_MS,
  );
}

/** Terminates the agents that spend by themselves; waits until runs are booked and copies are current. */
async function waitUntilSettled(
  { board }: World,
  { spenders, companies }: MoneyFixture,
): Promise<void> {
  for (const { agent, plan } of spenders) {
    if (!plan.burns) continue;
    await board.call(agents, 'terminateAgent', { agentId: agent.id });
    await untilNoRunCanStart(board, agent.id);
  }
  await untilNoProcessIsLeft();
  for (const { companyId } of companies) {
    await until(
      'the end of every run',
      async () => {
        const runs = await board.call(scheduler, 'listRuns', {
          companyId,
          status: ['queued', 'running'],
        });
        return runs.length === 0 || undefined;
      },
      SETTLE_MS,
    );
    await until(
      'the usage of every run to be booked',
      async () => {
        const [costs, runs] = await Promise.all([
          readCosts(board, companyId),
          board.call(scheduler, 'listRuns', { companyId, limit: 500 }),
        ]);
        const booked = costs
          .filter(({ runId }) => runId !== null)
          .reduce((sum, { costCents }) => sum + costCents, 0);
        const used = runs.reduce((sum, { usage }) => sum + (usage?.costCents ?? 0), 0);
        return booked === used || undefined;
      },
      SETTLE_MS,
    );
    await until(
      'a current copy of what the company has spent',
      async () => {
        const [{ spentMonthlyCents }, dashboard] = await Promise.all([
          board.call(agents, 'getCompany', { companyId }),
          board.get(`/api/companies/${companyId}/dashboard`),
        ]);
        const { costs } = composed.getDashboard.output.parse(dashboard.body);
        return costs.monthSpendCents === spentMonthlyCents || undefined;
      },
      SETTLE_MS,
    );
  }
}

/** Until the scheduler has heard of it, a wake-up that was on its way starts one more run. */
async function untilNoRunCanStart(board: Caller, agentId: string): Promise<void> {
  await until(
    'a refusal to wake a terminated agent',
    async () => {
      const { body } = await board.post(`/api/agents/${agentId}/wakeup`, {});
      return (body as { code?: string }).code === 'agent_not_runnable' || undefined;
    },
    SETTLE_MS,
  );
}

/** A run that was stopped goes on spending until its process is gone, and that is booked as well. */
async function untilNoProcessIsLeft(): Promise<void> {
  await until(
    'the end of every process',
    async () => (await sql.rows('select from scheduler.runs where held')).length === 0 || undefined,
    SETTLE_MS,
  );
}

async function gather(
  { board }: World,
  fixture: MoneyFixture,
  { reports }: Reporting,
  injected: readonly InjectedFault[],
): Promise<CompanyCase[]> {
  const gathered: CompanyCase[] = [];
  await inParallel(fixture.companies.length, CONCURRENCY, async (index) => {
    const company = fixture.companies[index];
    if (!company) return;
    const { companyId } = company;
    const evidence = await readEvidence(board, companyId);
    const moments = evidence.costs.map(({ occurredAt }) => occurredAt);
    const [from, to] = [1, 3].map((part) => moments[Math.floor((moments.length * part) / 4)]);
    const windows = [...WINDOWS, ...(from && to ? [{ from, to }, { to: from }] : [])];
    const sums = await Promise.all(windows.map((window) => readCostSums(board, companyId, window)));
    const own = reports.filter((report) => report.companyId === companyId);
    gathered[index] = { company, fixture, reports: own, evidence, sums, injected };
  });
  return gathered;
}

describe(`64 reporters, ${AGENTS} agents, with faults in between (MONEY_SEED=${SEED})`, () => {
  it('every cent is booked once and in its month, and every sum is the sum of its costs', () => {
    const faults = cases.flatMap(judgeCompany);
    recordTrials({
      promise: 'P11',
      by: 'e2e/money/model',
      trials: EVENTS,
      faults: cases[0]?.injected.length ?? 0,
      violations: faults.length,
      how: `seed ${SEED}`,
    });
    expect(faults).toEqual([]);
  });

  it('most reports were answered, and every one was sent', () => {
    const reports = cases.flatMap((one) => one.reports);
    expect(reports).toHaveLength(EVENTS);
    const answered = reports.filter(({ answeredId }) => answeredId !== undefined);
    expect(answered.length).toBeGreaterThan(EVENTS * 0.9);
  });

  it('some budgets are spent and some raised, and agents paused by the board stay paused', () => {
    const pausedByBoard = cases.flatMap(({ evidence, fixture }) =>
      evidence.staff.filter(({ id }) =>
        fixture.spenders.some(({ agent, plan }) => agent.id === id && plan.isPausedByBoard),
      ),
    );
    expect(pausedByBoard.length).toBeGreaterThan(0);
    for (const agent of pausedByBoard) {
      expect(agent).toMatchObject({ status: 'paused', pauseReason: 'manual' });
    }
    const actions = new Set(
      cases.flatMap(({ evidence }) => evidence.activity.map(({ action }) => action)),
    );
    for (const action of [
      'budget.warned',
      'budget.exhausted',
      'budget.restored',
      'agent.resumed',
      'run.started',
    ])
      expect(actions).toContain(action);
    const stopped = cases
      .flatMap(({ evidence }) => evidence.runs)
      .filter(({ status, errorCode }) => status === 'cancelled' && errorCode === 'budget');
    expect(stopped.length).toBeGreaterThan(0);
  });
});
