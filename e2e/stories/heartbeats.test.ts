/** Heartbeats of real processes: what wakes them, what they are given, how they end. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agents, approvals, issues, scheduler, type Run } from '@muster/contracts';
import { until } from '@muster/test-kit';
import { describe, expect, it } from 'vitest';
import { addIssue, addAgentWithKey, createCompany } from '../fixtures/builders.ts';
import { useWorld } from '../world/use-world.ts';
import { insist } from '../world/insist.ts';

const careful = fileURLToPath(new URL('../agent-programs/agent.ts', import.meta.url));
const PRINTS_ENVIRONMENT = 'console.log(JSON.stringify(process.env))';
const RUNS_FOREVER = 'console.log("started"); setInterval(() => {}, 1000)';

/** Longer than a killed service takes to come back on a busy machine: its runs go on then. */
const LEASE_SECONDS = '20';

const world = useWorld({ settings: { LEASE_SECONDS } });

const running = (script: string, limits: { timeoutSec?: number; graceSec?: number } = {}) => ({
  adapterType: 'process' as const,
  adapterConfig: { command: process.execPath, args: ['-e', script], ...limits },
  runtimeConfig: {},
});

const runsOf = (companyId: string, agentId: string): Promise<Run[]> =>
  world().board.call(scheduler, 'listRuns', { companyId, agentId });

/** Waits for a run of the agent that matches. */
const runWhen = (companyId: string, agentId: string, is: (run: Run) => boolean): Promise<Run> =>
  until('a matching run', async () => (await runsOf(companyId, agentId)).find(is));

const outputOf = async (runId: string): Promise<string> =>
  (await world().board.call(scheduler, 'getRunLog', { runId })).text;

describe('an agent that is a real process', () => {
  it('gets three values of its approval, and reads the rest', async () => {
    const { board } = world();
    const { id: companyId } = await createCompany(board);
    const { agent, caller } = await addAgentWithKey(
      world(),
      companyId,
      running(PRINTS_ENVIRONMENT),
    );
    const linked = await Promise.all([1, 2].map(() => addIssue(caller, companyId)));
    const ids = linked.map(({ id }) => id);
    const asked = await caller.call(approvals, 'createApproval', {
      companyId,
      type: 'budget_override_required',
      payload: { amountCents: 50 },
      issueIds: ids,
    });
    await board.call(approvals, 'approveApproval', { approvalId: asked.id, decisionNote: 'Fine.' });
    const run = await runWhen(companyId, agent.id, ({ status }) => status === 'succeeded');
    expect(run).toMatchObject({ source: 'approval', reason: 'approval_approved' });
    const variables = JSON.parse(await outputOf(run.id)) as Record<string, string>;
    expect(variables).toMatchObject({
      SERVICE_APPROVAL_ID: asked.id,
      SERVICE_APPROVAL_STATUS: 'approved',
      SERVICE_RUN_ID: run.id,
    });
    expect(variables['SERVICE_LINKED_ISSUE_IDS']?.split(',').toSorted()).toEqual(ids.toSorted());
    expect(await caller.call(approvals, 'getApproval', { approvalId: asked.id })).toMatchObject({
      status: 'approved',
      decisionNote: 'Fine.',
    });
  });

  it('is woken by its timer', async () => {
    const { id: companyId } = await createCompany(world().board);
    const { agent } = await addAgentWithKey(world(), companyId, {
      ...running(PRINTS_ENVIRONMENT),
      runtimeConfig: { heartbeat: { enabled: true, intervalSec: 10, wakeOnDemand: false } },
    });
    const run = await runWhen(companyId, agent.id, ({ status }) => status === 'succeeded');
    expect(run).toMatchObject({ source: 'timer', issueId: null });
    expect(await outputOf(run.id)).toContain('"SERVICE_WAKE_REASON":"heartbeat_timer"');
  });

  it('is stopped by a cancel, and by its time limit', async () => {
    const { board } = world();
    const { id: companyId } = await createCompany(board);
    const {
      agent: { id },
    } = await addAgentWithKey(world(), companyId, running(RUNS_FOREVER, { graceSec: 1 }));
    await board.call(scheduler, 'wakeAgent', { agentId: id });
    const live = await runWhen(companyId, id, ({ logBytes }) => logBytes > 0);
    expect(await board.call(agents, 'getAgent', { agentId: id })).toMatchObject({
      status: 'running',
    });
    expect(await board.call(scheduler, 'cancelRun', { runId: live.id })).toMatchObject({
      status: 'cancelled',
      errorCode: 'cancelled',
    });
    await until(
      'an idle agent',
      async () =>
        (await board.call(agents, 'getAgent', { agentId: id })).status === 'idle' || undefined,
    );

    const limited = await addAgentWithKey(
      world(),
      companyId,
      running(RUNS_FOREVER, { timeoutSec: 1, graceSec: 0.5 }),
    );
    await board.call(scheduler, 'wakeAgent', { agentId: limited.agent.id });
    const isOver = ({ finishedAt }: Run) => finishedAt !== null;
    expect(await runWhen(companyId, limited.agent.id, isOver)).toMatchObject({
      status: 'timed_out',
      errorCode: 'timed_out',
    });
  });

  /** An agent that works on an issue until its folder has a file `open`. */
  async function atWork(name: string) {
    const { board, folder } = world();
    const { id: companyId } = await createCompany(board);
    const cwd = join(folder, name);
    mkdirSync(cwd);
    const {
      agent: { id: agentId },
    } = await addAgentWithKey(world(), companyId, {
      adapterType: 'process',
      runtimeConfig: {},
      adapterConfig: { command: process.execPath, args: [careful], cwd },
    });
    const { id: issueId } = await addIssue(board, companyId, { assigneeAgentId: agentId });
    await until(
      'an agent at work',
      async () => (await board.call(issues, 'listComments', { issueId }))[0],
    );
    const [run] = await runsOf(companyId, agentId);
    if (!run) throw new Error('an agent at work has a run');
    return { companyId, agentId, issueId, cwd, run };
  }
  async function finishes({ agentId, issueId, cwd }: Awaited<ReturnType<typeof atWork>>) {
    const { board } = world();
    writeFileSync(join(cwd, 'open'), '');
    await until(
      'an issue in review',
      async () =>
        (await board.call(issues, 'getIssue', { issueId })).status === 'in_review' || undefined,
    );
    await until(
      'an idle agent',
      async () =>
        (await board.call(agents, 'getAgent', { agentId })).status === 'idle' || undefined,
    );
  }

  it('goes on with its run when its worker is killed', async () => {
    const work = await atWork('worker-killed');
    world().stack.kill('scheduler');
    await finishes(work);
    const runs = await insist(() => runsOf(work.companyId, work.agentId));
    expect(runs.filter(({ issueId }) => issueId === work.issueId)).toMatchObject([
      { id: work.run.id, status: 'succeeded', epoch: 1 },
    ]);
  });

  it('continues its issue in another run when its runner is killed', async () => {
    const { board, stack } = world();
    const work = await atWork('runner-killed');
    const { companyId, agentId, issueId, run } = work;
    stack.kill('runner');
    const lost = await runWhen(companyId, agentId, ({ status }) => status === 'lost');
    expect(lost).toMatchObject({ id: run.id, errorCode: 'runner_lost' });
    expect(await board.call(issues, 'getIssue', { issueId })).toMatchObject({
      status: 'in_progress',
      assigneeAgentId: agentId,
    });
    const again = await runWhen(companyId, agentId, ({ status }) => status === 'running');
    expect(again).toMatchObject({ source: 'retry', issueId });
    await finishes(work);
  });
});
