import { agents, successesOf, type AgentStatus } from '@muster/contracts';
import { lengthOf, recordTrials, until } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAgent, asleep, createCompany } from '../fixtures/builders.ts';
import { effects, groundOf } from '../requests/settled-effects/index.ts';
import { inParallel } from '../world/in-parallel.ts';
import { newStopwatch } from '../world/stopwatch.ts';
import { routes } from '../requests/routes.ts';
import { settleReport } from '../checks/settle-times.ts';
import { useWorld } from '../world/use-world.ts';

/** Writes of all operations together. */
const TIMES = lengthOf({ full: 2_000, short: 260 });
/** Several per core, to find stale reads; in the full length one per core, to measure the wait. */
const CONCURRENCY = lengthOf({ full: 2, short: 8 });
const COMPANIES = 4;
/** Answers that may stop waiting for effects on a busy machine; they say so themselves. */
const PENDING_MAX = TIMES / 100;

const world = useWorld();
const companies: string[] = [];

beforeAll(async () => {
  for (let made = 0; made < COMPANIES; made += 1) {
    companies.push((await createCompany(world().board)).id);
  }
});

const companyOf = (index: number): string => companies[index % COMPANIES] ?? '';

const hire = (what: string, index: number) =>
  world().board.call(agents, 'hireAgent', {
    companyId: companyOf(index),
    name: `${what} ${index}`,
    runtimeConfig: asleep,
  });

const settling = routes.filter(({ operation }) => operation.settles);
const cases = Object.entries(effects).map(([name, prepare]) => ({
  name,
  prepare,
  operation: name.split(',')[0] ?? name,
}));
const statusOf = (operation: string): number | undefined => {
  const route = routes.find(({ name }) => name === operation);
  return route && successesOf(route.operation)[0];
};
/** Operations whose answers stopped waiting for effects. */
const pending: string[] = [];
let reads = 0;
let stale = 0;
const each = Math.ceil(TIMES / cases.length);

afterAll(() =>
  recordTrials({
    promise: 'P9',
    by: 'e2e/stories/read-your-writes',
    trials: reads,
    faults: 0,
    violations: stale,
    how: `${settling.length} operations, ${CONCURRENCY} callers, ${pending.length} waited too long`,
  }),
);

it('every operation that settles in another service has an effect in the list', () => {
  const named = new Set(cases.map(({ operation }) => operation));
  expect(settling.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
});

describe('the effect of a write is visible in the next request, whichever service has it', () => {
  it.each(cases)(`${each} times: $name`, async ({ name, prepare, operation }) => {
    const watch = newStopwatch();
    let own = 0;
    await inParallel(each, CONCURRENCY, async (index) => {
      const { write, isVisible } = await prepare(groundOf(world(), companyOf(index)));
      const written = await watch.time(write);
      expect(written).toMatchObject({ status: statusOf(operation) });
      if (written.headers.get('consistency') === 'pending') pending.push(name);
      else {
        reads += 1;
        if (await isVisible(written)) return;
        own += 1;
        stale += 1;
      }
    });
    console.log(watch.report(name));
    expect(own).toBe(0);
  });

  it('answers wait for effects, and hardly any stops waiting', async () => {
    const report = await settleReport(world());
    console.log(`${report}; ${pending.length} stopped waiting: ${pending.join(', ')}`);
    expect(pending.length).toBeLessThanOrEqual(PENDING_MAX);
    expect(Number.parseInt(report, 10)).toBeGreaterThanOrEqual(TIMES);
  });
});

describe('with a consumer that is stopped', () => {
  /** The wait for effects is two seconds; the write itself takes little time, and more on a busy machine. */
  const ANSWER_MS = 8_000;
  const EFFECT_MS = 10_000;
  const hasStatus = async (agentId: string, status: AgentStatus) =>
    (await world().board.call(agents, 'getAgent', { agentId })).status === status || undefined;

  it('an approval is answered as pending in time, and takes effect later', async () => {
    const { stack, board } = world();
    const { agent, approval } = await hire('Patient', 0);
    stack.pause('agents');
    const startedAt = performance.now();
    const reply = await board.post(`/api/approvals/${approval?.id}/approve`, {});
    const tookMs = performance.now() - startedAt;
    stack.resume('agents');
    expect(reply).toMatchObject({ status: 200, body: { status: 'approved' } });
    expect(reply.headers.get('consistency')).toBe('pending');
    expect(tookMs).toBeLessThan(ANSWER_MS);
    await until('an idle agent', () => hasStatus(agent.id, 'idle'), EFFECT_MS);
  });

  it('an issue is created without it, and costs of the issue are booked afterwards', async () => {
    const { stack, board } = world();
    const companyId = companyOf(0);
    const agent = await addAgent(board, companyId, {});
    stack.pause('billing');
    const created = await board.post(`/api/companies/${companyId}/issues`, { title: 'Unheard of' });
    stack.resume('billing');
    expect(created).toMatchObject({ status: 201 });
    expect(created.headers.has('consistency')).toBe(false);
    const { id: issueId } = created.body as { id: string };
    const cost = { agentId: agent.id, costCents: 5, provider: 'test', model: 'test', issueId };
    const reply = await board.post(`/api/companies/${companyId}/cost-events`, cost);
    expect(reply).toMatchObject({ status: 201, body: { issueId } });
  });

  it('a cost is booked in time and the agent is paused later', async () => {
    const { stack, board } = world();
    const agent = await addAgent(board, companyOf(0), { budgetMonthlyCents: 100 });
    stack.pause('agents');
    const startedAt = performance.now();
    const reply = await board.post(`/api/companies/${companyOf(0)}/cost-events`, {
      agentId: agent.id,
      costCents: 150,
      provider: 'test',
      model: 'test',
    });
    const tookMs = performance.now() - startedAt;
    stack.resume('agents');
    expect(reply).toMatchObject({ status: 201, body: { budget: { stop: true } } });
    expect(reply.headers.get('consistency')).toBe('pending');
    expect(tookMs).toBeLessThan(ANSWER_MS);
    await until('a paused agent', () => hasStatus(agent.id, 'paused'), EFFECT_MS);
  });
});
