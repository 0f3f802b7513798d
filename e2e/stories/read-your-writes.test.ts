import { agents } from '@muster/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAgent, asleep, foundCompany } from '../harness/builders.ts';
import { effects, groundOf } from '../harness/effects/index.ts';
import { inLanes, newStopwatch } from '../harness/lanes.ts';
import { routes } from '../harness/routes.ts';
import { settleReport } from '../harness/settle-times.ts';
import { lengthOf } from '../harness/length.ts';
import { note } from '../harness/proof.ts';
import { useWorld } from '../harness/stack.ts';

/** Of all operations together. */
const TIMES = lengthOf({ full: 2_000, short: 260 });
/** A crowd, to find what is stale; at full length one a core, to see how long the wait is. */
const WIDTH = lengthOf({ full: 2, short: 8 });
const COMPANIES = 4;
/** Answers that gave up waiting; on a busy machine a few may, and what they say is true. */
const PENDING_MAX = TIMES / 100;

const world = useWorld();
const companies: string[] = [];

beforeAll(async () => {
  for (let made = 0; made < COMPANIES; made += 1) {
    companies.push((await foundCompany(world().board)).id);
  }
});

const companyOf = (index: number): string => companies[index % COMPANIES] ?? '';

const hire = (what: string, index: number) =>
  world().board.call(agents, 'hireAgent', {
    companyId: companyOf(index), name: `${what} ${index}`, runtimeConfig: asleep,
  });

const settling = routes.filter(({ operation }) => operation.settles)
  .map(({ name, operation }) => ({ name, status: operation.status ?? 200 }));
/** What gave up waiting. */
const pending: string[] = [];
let looks = 0;
let stale = 0;
const each = Math.ceil(TIMES / settling.length);

afterAll(() => note({
  promise: 'P9', by: 'e2e/stories/read-your-writes', trials: looks, faults: 0, violations: stale,
  how: `${settling.length} operations, ${WIDTH} callers, ${pending.length} waited too long`,
}));

test('every operation that settles elsewhere is looked at', () => {
  expect(Object.keys(effects).toSorted()).toEqual(settling.map(({ name }) => name).toSorted());
});

describe('whoever wrote sees the effect in the next request, whichever service has it', () => {
  test.each(settling)(`${each} times: $name`, async ({ name, status }) => {
    const watch = newStopwatch();
    let own = 0;
    await inLanes(each, WIDTH, async (index) => {
      const { act, see } = await effects[name]?.(groundOf(world(), companyOf(index))) ?? nothing();
      const written = await watch.time(act);
      expect(written).toMatchObject({ status });
      if (written.headers.get('consistency') === 'pending') pending.push(name);
      else {
        looks += 1;
        if (await see(written)) return;
        own += 1;
        stale += 1;
      }
    });
    console.log(watch.report(name));
    expect(own).toBe(0);
  });

  test('and waits for it, with hardly an answer that gives up', async () => {
    const report = await settleReport(world());
    console.log(`${report}; ${pending.length} gave up: ${pending.join(', ')}`);
    expect(pending.length).toBeLessThanOrEqual(PENDING_MAX);
    expect(Number.parseInt(report, 10)).toBeGreaterThanOrEqual(TIMES);
  });
});

function nothing(): never {
  throw new Error('nobody has said how its effect is seen');
}

describe('with a consumer that has stopped', () => {
  /** The wait for effects is two seconds; the write itself takes little beside it. */
  const ANSWER_MS = 2_500;

  test('an approval is answered in time as pending, and takes effect later', async () => {
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
    await expect.poll(
      async () => (await board.call(agents, 'getAgent', { agentId: agent.id })).status,
      { timeout: 10_000 },
    ).toBe('idle');
  });

  test('a cost is booked in time and the agent is paused later', async () => {
    const { stack, board } = world();
    const agent = await addAgent(board, companyOf(0), { budgetMonthlyCents: 100 });
    stack.pause('agents');
    const startedAt = performance.now();
    const reply = await board.post(`/api/companies/${companyOf(0)}/cost-events`, {
      agentId: agent.id, costCents: 150, provider: 'test', model: 'test',
    });
    const tookMs = performance.now() - startedAt;
    stack.resume('agents');
    expect(reply).toMatchObject({ status: 201, body: { budget: { stop: true } } });
    expect(reply.headers.get('consistency')).toBe('pending');
    expect(tookMs).toBeLessThan(ANSWER_MS);
    await expect.poll(
      async () => (await board.call(agents, 'getAgent', { agentId: agent.id })).status,
      { timeout: 10_000 },
    ).toBe('paused');
  });
});
