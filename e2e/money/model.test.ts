import { agents, composed, scheduler } from '@muster/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { inLanes } from '../harness/lanes.ts';
import { lengthOf } from '../harness/length.ts';
import { note } from '../harness/proof.ts';
import { useWorld } from '../harness/stack.ts';
import type { World } from '../harness/stack.ts';
import { until } from '../harness/until.ts';
import { openBoard } from './board.ts';
import { readCosts, readEvidence, readTold } from './evidence.ts';
import type { Window } from './evidence.ts';
import { prepare } from './ground.ts';
import type { Ground } from './ground.ts';
import { judgeCompany, stopsOf } from './judgement.ts';
import type { Case } from './judgement.ts';
import { AGENTS, planOf } from './plan.ts';
import { reportAll } from './reporters.ts';
import type { Reporting } from './reporters.ts';
import { openTrouble } from './trouble.ts';
import type { Away } from './trouble.ts';

const SEED = Number(process.env['MONEY_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const EVENTS = Number(process.env['MONEY_EVENTS'] ?? lengthOf({ full: 50_000, short: 1_500 }));
/** The board looks around so often. */
const ROUNDS = 40;
/** Some minutes on a machine that does nothing else; a busy one takes its time. */
const TIMEOUT_MS = 2_400_000;
const REST_MS = 120_000;
const LANES = 4;
const WINDOWS: readonly Window[] = [{}, { from: '2000-01-01T00:00:00.000Z' }];

const world = useWorld({ replicas: 2 });
let cases: Case[] = [];

beforeAll(async () => {
  const plan = planOf(SEED, EVENTS, Date.now());
  const ground = await prepare(world(), plan);
  const board = openBoard(world(), ground);
  const trouble = openTrouble(world());
  // Who spends by itself begins before anybody reports anything.
  let rounds = board.round();
  const startedAt = performance.now();
  const reporting = await reportAll(world(), ground, plan, (done) => {
    trouble.at(done / EVENTS);
    if (done % Math.ceil(EVENTS / ROUNDS) === 0) rounds = rounds.then(() => board.round());
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  await rounds;
  const away = await trouble.end();
  await comeToRest(world(), ground);
  cases = await gather(world(), ground, reporting, away);
  const booked = cases.reduce((sum, { evidence }) => sum + evidence.costs.length, 0);
  const crossed = cases.flatMap(({ evidence }) => stopsOf(evidence.activity)).length;
  const runs = cases.flatMap(({ evidence }) => evidence.runs).length;
  console.log(`${EVENTS} reports in ${reporting.requests} requests and ${seconds.toFixed(0)} s, ` +
    `${booked} booked, ${crossed} budgets spent, ${board.raised()} raised, ${runs} runs; away: ` +
    away.map(({ what, from, to }) => `${what} ${((to - from) / 1_000).toFixed(1)} s`).join(', '));
}, TIMEOUT_MS);

/** Whoever burns is stopped for good, runs are over and booked, copies are what they copy. */
async function comeToRest({ board }: World, { spenders, shops }: Ground): Promise<void> {
  for (const { agent, plan } of spenders) {
    if (plan.burns) await board.call(agents, 'terminateAgent', { agentId: agent.id });
  }
  for (const { companyId } of shops) {
    await until('the end of every run', async () => {
      const runs = await board.call(scheduler, 'listRuns', {
        companyId, status: ['queued', 'running'],
      });
      return runs.length === 0 || undefined;
    }, REST_MS);
    await until('books that are at rest', async () => {
      const [costs, runs] = await Promise.all([
        readCosts(board, companyId), board.call(scheduler, 'listRuns', { companyId, limit: 500 }),
      ]);
      const booked = costs.filter(({ runId }) => runId !== null)
        .reduce((sum, { costCents }) => sum + costCents, 0);
      const used = runs.reduce((sum, { usage }) => sum + (usage?.costCents ?? 0), 0);
      return booked === used || undefined;
    }, REST_MS);
    await until('the copy of what the company has spent', async () => {
      const [{ spentMonthlyCents }, dashboard] = await Promise.all([
        board.call(agents, 'getCompany', { companyId }),
        board.get(`/api/companies/${companyId}/dashboard`),
      ]);
      const { costs } = composed.getDashboard.output.parse(dashboard.body);
      return costs.monthSpendCents === spentMonthlyCents || undefined;
    }, REST_MS);
  }
}

async function gather(
  { board }: World,
  ground: Ground,
  { reports }: Reporting,
  away: readonly Away[],
): Promise<Case[]> {
  const gathered: Case[] = [];
  await inLanes(ground.shops.length, LANES, async (index) => {
    const shop = ground.shops[index];
    if (!shop) return;
    const { companyId } = shop;
    const evidence = await readEvidence(board, companyId);
    const moments = evidence.costs.map(({ occurredAt }) => occurredAt);
    const [from, to] = [1, 3].map((part) => moments[Math.floor((moments.length * part) / 4)]);
    const windows = [...WINDOWS, ...(from && to ? [{ from, to }, { to: from }] : [])];
    const told = await Promise.all(windows.map((window) => readTold(board, companyId, window)));
    const own = reports.filter((report) => report.companyId === companyId);
    gathered[index] = { shop, ground, reports: own, evidence, told, away };
  });
  return gathered;
}

describe(`64 reporters, ${AGENTS} agents and losses meanwhile (MONEY_SEED=${SEED})`, () => {
  test('every cent is booked once and in its month, and every sum is the sum of its costs', () => {
    const faults = cases.flatMap(judgeCompany);
    note({
      promise: 'P11', by: 'e2e/money/model', trials: EVENTS, faults: cases[0]?.away.length ?? 0,
      violations: faults.length, how: `seed ${SEED}`,
    });
    expect(faults).toEqual([]);
  });

  test('every answered report is among what was booked, in number as well', () => {
    const reports = cases.flatMap((one) => one.reports);
    expect(reports).toHaveLength(EVENTS);
    const answered = reports.filter(({ answeredId }) => answeredId !== undefined);
    expect(answered.length).toBeGreaterThan(EVENTS * 0.9);
  });

  test('some budgets were spent, some raised, and whom the board had paused stays paused', () => {
    const held = cases.flatMap(({ evidence, ground }) => evidence.staff.filter(({ id }) =>
      ground.spenders.some(({ agent, plan }) => agent.id === id && plan.isHeld)));
    expect(held.length).toBeGreaterThan(0);
    for (const agent of held) {
      expect(agent).toMatchObject({ status: 'paused', pauseReason: 'manual' });
    }
    const actions = new Set(cases.flatMap(({ evidence }) =>
      evidence.activity.map(({ action }) => action)));
    for (const action of [
      'budget.warned', 'budget.exhausted', 'budget.restored', 'agent.resumed', 'run.started',
    ]) expect(actions).toContain(action);
    const stopped = cases.flatMap(({ evidence }) => evidence.runs)
      .filter(({ status, errorCode }) => status === 'cancelled' && errorCode === 'budget');
    expect(stopped.length).toBeGreaterThan(0);
  });
});
