import { agents, issues } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { anIssue, boardActor } from '@muster/test-kit';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, openScheduler, type Opened } from './open-scheduler.ts';

const DONE = 'console.log("done")';
/** Says that it lives, and lives until it is stopped. */
const STAYS = 'console.log("here"); setInterval(() => {}, 1000)';

const board = (stage: Opened['stage']) => stage.as(boardActor());

describe('a run', () => {
  let opened: Opened;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler();
    ({ companyId } = await opened.company());
  });
  afterAll(() => opened.close());

  it('is stopped by a cancel, with all processes that it has started', async () => {
    const script = `
      const { spawn } = require('child_process');
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
      console.log(child.pid); setInterval(() => {}, 1000)`;
    const { agentId } = await opened.agent(companyId, script);
    const { id } = await opened.wake(agentId);
    const pid = Number(await eventually(async () => (await opened.logOf(id)).trim() || undefined));
    const cancelled = await board(opened.stage).cancelRun({ runId: id });
    expect(cancelled).toMatchObject({ status: 'cancelled', errorCode: 'cancelled' });
    const [told] = (await opened.stage.emitted('run.finished')).filter((e) => e.entityId === id);
    expect(told?.payload).toMatchObject({ isGivenUp: true });
    await eventually(async () => (isAlive(pid) ? undefined : true));
    await expect(board(opened.stage).cancelRun({ runId: id })).rejects.toMatchObject({
      code: 'run_already_finished',
    });
    const next = await eventually(async () => {
      const [held] = await heldRuns(opened, agentId);
      return held ? undefined : true;
    });
    expect(next).toBe(true);
  });

  it('ends at its time limit, and a process that ignores SIGTERM is killed', async () => {
    const script = `process.on('SIGTERM', () => console.log('asked')); ${STAYS}`;
    const { agentId } = await opened.agent(companyId, script);
    opened.adapters.set(agentId, {
      adapterType: 'process',
      adapterConfig: {
        command: process.execPath,
        args: ['-e', script],
        timeoutSec: 1,
        graceSec: 0.5,
      },
    });
    const run = await opened.finished((await opened.wake(agentId)).id);
    expect(run).toMatchObject({ status: 'timed_out', errorCode: 'timed_out', signal: 'SIGKILL' });
    expect(await opened.logOf(run.id)).toBe('here\nasked\n');
  });

  it('of a stopped company is cancelled, while one of a paused company goes on', async () => {
    const company = await opened.company();
    const { agentId } = await opened.agent(company.companyId, STAYS);
    const { id } = await opened.wake(agentId);
    await opened.runWhen(id, ({ status }) => status === 'running');
    const about = { companyId: company.companyId, entityId: company.companyId };
    const paused = { ...company, status: 'paused' as const, version: company.version + 1 };
    await opened.receive(agents, 'company.updated', { ...about, payload: paused });
    expect(await board(opened.stage).getRun({ runId: id })).toMatchObject({ status: 'running' });
    await opened.receive(agents, 'company.stopped', { ...about, payload: paused });
    expect(await board(opened.stage).getRun({ runId: id })).toMatchObject({
      status: 'cancelled',
      errorCode: 'company_stopped',
    });
    // Its wake-up waits until the company is active again.
    const { pending } = await board(opened.stage).getAgentWakes({ agentId });
    expect(pending).toMatchObject([{ status: 'pending', source: 'on_demand' }]);
  });

  it('of a paused agent stops at once; all wake-ups are delivered after the resume', async () => {
    const agent = await opened.agent(companyId, STAYS);
    const { agentId } = agent;
    const first = await opened.wake(agentId);
    await opened.runWhen(first.id, ({ logBytes }) => logBytes > 0);
    const paused = {
      ...agent,
      status: 'paused' as const,
      pauseReason: 'manual' as const,
      version: 2,
    };
    await opened.receive(agents, 'agent.paused', { companyId, entityId: agentId, payload: paused });
    expect(await opened.finished(first.id)).toMatchObject({
      status: 'cancelled',
      errorCode: 'agent_paused',
    });
    const issueId = newId();
    await opened.receive(issues, 'issue.assigned', {
      companyId,
      entityId: issueId,
      payload: assignedTo(agentId, issueId),
    });
    expect(await board(opened.stage).wakeAgent({ agentId })).toEqual({
      status: 'skipped',
      reason: 'agent_paused',
    });
    expect(await board(opened.stage).listRuns({ companyId, agentId })).toHaveLength(1);
    const resumed = { ...agent, status: 'idle' as const, version: 3 };
    await opened.receive(agents, 'agent.resumed', {
      companyId,
      entityId: agentId,
      payload: resumed,
    });
    const [run] = await board(opened.stage).listRuns({ companyId, agentId });
    expect(run).toMatchObject({ source: 'assignment', issueId, reason: 'issue_assigned' });
    // What the stopped run carried is delivered again: how far the run came with it is unknown.
    expect(run?.context).toMatchObject({
      wakes: [{ source: 'assignment' }, { source: 'on_demand' }],
    });
    await opened.runWhen(run?.id ?? '', ({ status }) => status === 'running');
    await board(opened.stage).cancelRun({ runId: run?.id ?? '' });
  });

  it('is the one live run of its agent: wake-ups that come meanwhile make one more', async () => {
    const { agentId } = await opened.agent(companyId, STAYS);
    const first = await opened.wake(agentId);
    await opened.runWhen(first.id, ({ status }) => status === 'running');
    const again = await Promise.all([1, 2, 3].map(() => opened.wake(agentId)));
    expect(new Set(again.map(({ id }) => id))).toEqual(new Set([first.id]));
    await board(opened.stage).cancelRun({ runId: first.id });
    const second = await eventually(async () => {
      const runs = await board(opened.stage).listRuns({ companyId, agentId });
      return runs.find(({ id, status }) => id !== first.id && status === 'running');
    });
    expect(second.context['wakes']).toHaveLength(3);
    await board(opened.stage).cancelRun({ runId: second.id });
    expect(await board(opened.stage).listRuns({ companyId, agentId })).toHaveLength(2);
  });

  it('that is still queued ends with its wake-ups when a user cancels it', async () => {
    opened.reserve = () => {
      throw new Error('billing is away');
    };
    const { agentId } = await opened.agent(companyId, DONE);
    const { id } = await opened.wake(agentId);
    await eventually(async () => opened.reservations.find(({ runId }) => runId === id));
    const cancelled = await board(opened.stage).cancelRun({ runId: id });
    expect(cancelled).toMatchObject({ status: 'cancelled', startedAt: null });
    const wakes = await opened.stage.db.run({
      text: 'select status from wakeups where agent_id = $1',
      values: [agentId],
    });
    expect(wakes).toEqual([{ status: 'skipped' }]);
    expect(await board(opened.stage).listRuns({ companyId, agentId })).toHaveLength(1);
    opened.reserve = () => ({ granted: true, cents: 0, reason: null });
  });

  it('that is cancelled while its budget is being reserved is never started', async () => {
    const grant = { granted: true, cents: 0, reason: null } as const;
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<typeof grant>();
    opened.reserve = () => {
      asked.resolve();
      return answered.promise;
    };
    const { agentId } = await opened.agent(companyId, DONE);
    const { id } = await opened.wake(agentId);
    await asked.promise;
    await board(opened.stage).cancelRun({ runId: id });
    opened.reserve = () => grant;
    answered.resolve(grant);
    // The agent is free: the next run goes its way while the answer to the first one is used.
    const next = await opened.finished((await opened.wake(agentId)).id);
    expect(next.status).toBe('succeeded');
    const run = await board(opened.stage).getRun({ runId: id });
    expect(run).toMatchObject({ status: 'cancelled', startedAt: null, epoch: 0 });
    // What billing settles the run by, whenever the request arrives there.
    const finished = (await opened.stage.emitted()).filter(({ entityId }) => entityId === id);
    expect(finished.map(({ type }) => type)).toEqual(['run.queued', 'run.finished']);
  });

  it('is not started by a call while its company is paused', async () => {
    const paused = await opened.company({ status: 'paused' });
    const { agentId } = await opened.agent(paused.companyId, DONE);
    expect(await board(opened.stage).wakeAgent({ agentId })).toEqual({
      status: 'skipped',
      reason: 'company_paused',
    });
  });
});

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};

const heldRuns = ({ stage }: Opened, agentId: string) =>
  stage.db.run<{ id: string }>({
    text: 'select id from runs where agent_id = $1 and held',
    values: [agentId],
  });

const assignedTo = (assigneeAgentId: string, issueId: string) => ({
  ...anIssue({ issueId, assigneeAgentId }),
  previousAssigneeAgentId: null,
});
