/** Work that another party ends or gives away stops, through the whole system. */
import { composed, issues, scheduler, type Run } from '@muster/contracts';
import { until } from '@muster/test-kit';
import { expect, it } from 'vitest';
import { addAgent, addIssue, createCompany } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';

const world = useSharedWorld();

/** The program works for 25 seconds. */
const WORKS = { command: 'sleep', args: ['25'], graceSec: 1 };

const addWorker = (companyId: string) =>
  addAgent(world().board, companyId, { adapterConfig: WORKS, runtimeConfig: {} });

const runsOf = (companyId: string, agentId: string) =>
  world().board.call(scheduler, 'listRuns', { companyId, agentId });

/** An issue of the agent whose program runs. */
async function workedOn(companyId: string) {
  const { board } = world();
  const agent = await addWorker(companyId);
  const issue = await addIssue(board, companyId, { assigneeAgentId: agent.id });
  const run = await until('the run of the issue', async () => {
    const runs = await runsOf(companyId, agent.id);
    return runs.find(({ status }) => status === 'running');
  });
  return { agent, issue, run };
}

const ended = ({ id: runId }: Pick<Run, 'id'>) =>
  until('the end of the run', async () => {
    const run = await world().board.call(scheduler, 'getRun', { runId });
    return run.status === 'queued' || run.status === 'running' ? undefined : run;
  });

it('a program of 25 seconds ends when its issue is cancelled or given to another', async () => {
  const { board } = world();
  const { id: companyId } = await createCompany(board);
  const [cancelled, given, blocking] = await Promise.all([
    workedOn(companyId),
    workedOn(companyId),
    workedOn(companyId),
  ]);
  // For a busy agent: it must not begin with it.
  const waiting = await addIssue(board, companyId, { assigneeAgentId: blocking.agent.id });
  await board.call(issues, 'updateIssue', { issueId: waiting.id, status: 'cancelled' });
  const next = await addWorker(companyId);
  await board.call(issues, 'updateIssue', { issueId: cancelled.issue.id, status: 'cancelled' });
  await board.call(issues, 'updateIssue', { issueId: given.issue.id, assigneeAgentId: next.id });
  await board.call(scheduler, 'cancelRun', { runId: blocking.run.id });
  for (const [{ run, agent, issue }, errorCode] of [
    [cancelled, 'issue_ended'],
    [given, 'no_longer_assigned'],
  ] as const) {
    const end = await ended(run);
    expect(end).toMatchObject({ status: 'cancelled', errorCode });
    expect(end.error).toContain(issue.identifier);
    const seconds = (Date.parse(end.finishedAt ?? '') - Date.parse(end.startedAt ?? '')) / 1_000;
    expect(seconds).toBeLessThan(20);
    const { body } = await board.get(`/api/heartbeat-runs/${run.id}/receipt`);
    expect(composed.getRunReceipt.output.parse(body).run).toMatchObject({ errorCode });
    expect(await runsOf(companyId, agent.id)).toHaveLength(1);
    const { body: now } = await board.get(`/api/agents/${agent.id}`);
    expect((now as { status: string }).status).not.toBe('error');
  }
  // The new assignee has begun with it.
  await until('the run of the next agent', async () => {
    const [run] = await runsOf(companyId, next.id);
    return run?.issueId === given.issue.id ? run : undefined;
  });
  const explained = await until('the skip of the waiting wake-up', async () => {
    const query = `issueId=${waiting.id}`;
    const { body } = await board.get(`/api/agents/${blocking.agent.id}/explain-wake?${query}`);
    const found = composed.explainWake.output.parse(body);
    return found.reason === 'issue_ended' ? found : undefined;
  });
  expect(explained).toMatchObject({ woken: false, wake: { status: 'skipped' } });
  expect(await runsOf(companyId, blocking.agent.id)).toHaveLength(1);
});
