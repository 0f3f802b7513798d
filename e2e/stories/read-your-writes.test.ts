import { agents, issues } from '@muster/contracts';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { addAgent, addIssue, asleep, foundCompany } from '../harness/builders.ts';
import { inLanes, newStopwatch } from '../harness/lanes.ts';
import { useWorld } from '../harness/stack.ts';

/** The promise is measured on one process of each service; on more it must still hold. */
const TIMES = inject('replicas') > 1 ? 250 : 500;
const WIDTH = 8;
const COMPANIES = 4;

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

type Round = { act: () => Promise<Headers>; see: () => Promise<boolean> };
/** Answers that gave up waiting; on a busy machine a few may, and what they say is true. */
const PENDING_MAX = TIMES / 100;

/**
 * Repeats a write and what is read after it, and counts the effects that were not there yet. Prints
 * how long the writes took, the wait for their effects included.
 */
async function repeat(what: string, round: (index: number) => Promise<Round>): Promise<number> {
  const watch = newStopwatch();
  const tally = { stale: 0, pending: 0 };
  await inLanes(TIMES, WIDTH, async (index) => {
    const { act, see } = await round(index);
    const headers = await watch.time(act);
    if (headers.get('consistency') === 'pending') tally.pending += 1;
    if (!(await see())) tally.stale += 1;
  });
  console.log(watch.report(what), tally);
  expect(tally.pending).toBeLessThanOrEqual(PENDING_MAX);
  return tally.stale;
}

/** A write by its path, because its headers matter. */
async function post(path: string, body: object = {}): Promise<Headers> {
  const reply = await world().board.post(path, body);
  expect([200, 201]).toContain(reply.status);
  return reply.headers;
}

describe('whoever wrote sees the effect in the next request, whichever service has it', () => {
  test('a hire: its approval is pending and waits for the board', async () => {
    const stale = await repeat('hire', async (index) => {
      const name = `Waiting ${index}`;
      const path = `/api/companies/${companyOf(index)}/agent-hires`;
      let approvalId = '';
      return {
        act: async () => {
          const reply = await world().board.post(path, { name, runtimeConfig: asleep });
          approvalId = (reply.body as { approval: { id: string } }).approval.id;
          return reply.headers;
        },
        see: async () => {
          const { status, body } = await world().board.get(`/api/approvals/${approvalId}`);
          return status === 200 && (body as { status: string }).status === 'pending';
        },
      };
    });
    expect(stale).toBe(0);
  });

  test('an approval: the agent is idle and takes an assignment', async () => {
    const stale = await repeat('approve', async (index) => {
      const { agent, approval } = await hire('Approved', index);
      return {
        act: () => post(`/api/approvals/${approval?.id}/approve`),
        see: async () => {
          const [{ status }, assigned] = await Promise.all([
            world().board.call(agents, 'getAgent', { agentId: agent.id }),
            world().board.post(`/api/companies/${agent.companyId}/issues`, {
              title: 'First task', assigneeAgentId: agent.id,
            }),
          ]);
          return status === 'idle' && assigned.status === 201;
        },
      };
    });
    expect(stale).toBe(0);
  });

  test('a rejection: the agent is terminated', async () => {
    const stale = await repeat('reject', async (index) => {
      const { agent, approval } = await hire('Rejected', index);
      return {
        act: () => post(`/api/approvals/${approval?.id}/reject`, { decisionNote: 'Not now.' }),
        see: async () => {
          const { status } = await world().board.call(agents, 'getAgent', { agentId: agent.id });
          return status === 'terminated';
        },
      };
    });
    expect(stale).toBe(0);
  });

  test('a cost over the budget: the agent is paused and may claim nothing', async () => {
    const open = await Promise.all(
      companies.map((companyId) => addIssue(world().board, companyId, { title: 'Unclaimed' })),
    );
    const stale = await repeat('cost', async (index) => {
      const companyId = companyOf(index);
      const fields = { name: `Spender ${index}`, budgetMonthlyCents: 100 };
      const agent = await addAgent(world().board, companyId, fields);
      const cost = { agentId: agent.id, costCents: 150, provider: 'test', model: 'test' };
      return {
        act: () => post(`/api/companies/${companyId}/cost-events`, cost),
        see: async () => {
          const [{ status, pauseReason }, claim] = await Promise.all([
            world().board.call(agents, 'getAgent', { agentId: agent.id }),
            world().board.post(`/api/issues/${open[index % COMPANIES]?.id}/checkout`, {
              agentId: agent.id, expectedStatuses: ['todo'],
            }),
          ]);
          return status === 'paused' && pauseReason === 'budget' && claim.status === 403;
        },
      };
    });
    expect(stale).toBe(0);
    for (const { id: issueId } of open) {
      const issue = await world().board.call(issues, 'getIssue', { issueId });
      expect(issue).toMatchObject({ status: 'todo', assigneeAgentId: null });
    }
  });
});

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
