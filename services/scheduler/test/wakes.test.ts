import {
  agents,
  approvals,
  issues,
  type ApprovalStatus,
  type Payload,
  type scheduler,
} from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { agentActor, anIssue, boardActor, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, openScheduler, type Opened } from './open-scheduler.ts';

const SAYS_WAKE = `console.log(JSON.stringify(Object.fromEntries(
  Object.entries(process.env)
    .filter(([name]) => /^SERVICE_(WAKE|TASK|APPROVAL|LINKED)/.test(name)))))`;

type Commented = Payload<typeof issues, 'issue.commented'>;

const issueOf = (issueId: string, assigneeAgentId: string | null) =>
  anIssue({ issueId, assigneeAgentId });

describe('waking agents', () => {
  let opened: Opened;
  let stage: Stage<typeof scheduler>;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler();
    ({ stage } = opened);
    ({ companyId } = await opened.company());
  });
  afterAll(() => opened.close());

  const board = () => stage.as(boardActor());
  const comment = async (payload: Partial<Commented> & { issueId: string }) => {
    const commentId = newId();
    await opened.receive(issues, 'issue.commented', {
      companyId,
      entityId: payload.issueId,
      payload: {
        ...issueOf(payload.issueId, null),
        commentId,
        excerpt: 'Look',
        mentions: [],
        ...payload,
      },
    });
    return commentId;
  };
  const mention = (agentId: string) => ({ agentId, name: 'A', woken: true, reason: null });
  const onlyRun = async (agentId: string) => {
    const run = await eventually(
      async () => (await board().listRuns({ companyId, agentId, status: ['succeeded'] }))[0],
    );
    return { run, variables: JSON.parse(await opened.logOf(run.id)) as Record<string, string> };
  };
  const skips = async (agentId: string) =>
    (
      await stage.db.run<{ reason: string; count: number }>({
        text: 'select reason, count from skips where agent_id = $1 order by reason limit 10',
        values: [agentId],
      })
    ).map(({ reason, count }) => [reason, count]);

  it('a mention starts its agent with the issue and the comment', async () => {
    const { agentId } = await opened.agent(companyId, SAYS_WAKE);
    const issueId = newId();
    const commentId = await comment({ issueId, mentions: [mention(agentId)] });
    const { run, variables } = await onlyRun(agentId);
    expect(run).toMatchObject({ source: 'mention', issueId });
    expect(variables).toEqual({
      SERVICE_WAKE_REASON: 'issue_comment_mentioned',
      SERVICE_TASK_ID: issueId,
      SERVICE_WAKE_COMMENT_ID: commentId,
    });
  });

  const approvalOf = (status: ApprovalStatus, agentId: string, issueIds: string[]) => ({
    approvalId: newId(),
    type: 'request_board_approval' as const,
    status,
    agentId: null,
    requestedByAgentId: agentId,
    requestedByUserId: null,
    issueIds,
    decisionNote: null,
    revision: 1,
    version: 2,
  });

  it.each(['approved', 'rejected', 'revision_requested'] as const)(
    'a resolution starts the requester with the three values of the approval: %s',
    async (status) => {
      const { agentId } = await opened.agent(companyId, SAYS_WAKE);
      const [first, second] = [newId(), newId()];
      const asked = approvalOf(status, agentId, [first, second]);
      const payload = { ...asked, decisionNote: 'Mind the cost.' };
      const { approvalId } = payload;
      await opened.receive(approvals, `approval.${status}`, {
        companyId,
        entityId: approvalId,
        payload,
      });
      const { run, variables } = await onlyRun(agentId);
      expect(run.source).toBe('approval');
      expect(run.context).toMatchObject({
        wakes: [{ payload: { decisionNote: 'Mind the cost.' } }],
      });
      expect(variables).toEqual({
        SERVICE_WAKE_REASON: `approval_${status}`,
        SERVICE_TASK_ID: first,
        SERVICE_APPROVAL_ID: approvalId,
        SERVICE_APPROVAL_STATUS: status,
        SERVICE_LINKED_ISSUE_IDS: `${first},${second}`,
      });
    },
  );

  it('a comment of the board starts the requester, a comment of an agent no agent', async () => {
    const { agentId } = await opened.agent(companyId, SAYS_WAKE);
    const asked = approvalOf('pending', agentId, []);
    const commentOf = (byBoard: boolean) =>
      opened.receive(approvals, 'approval.commented', {
        companyId,
        entityId: asked.approvalId,
        payload: { ...asked, commentId: newId(), excerpt: 'Why?', byBoard },
      });
    await commentOf(false);
    expect(await board().listRuns({ companyId, agentId })).toEqual([]);
    await commentOf(true);
    expect((await onlyRun(agentId)).variables).toEqual({
      SERVICE_WAKE_REASON: 'approval_commented',
      SERVICE_APPROVAL_ID: asked.approvalId,
      SERVICE_APPROVAL_STATUS: 'pending',
      SERVICE_LINKED_ISSUE_IDS: '',
    });
  });

  it('an event that is delivered again wakes no agent again', async () => {
    const { agentId } = await opened.agent(companyId, SAYS_WAKE);
    await comment({ issueId: newId(), mentions: [mention(agentId)] });
    await onlyRun(agentId);
    await stage.redeliver();
    const wakes = await stage.db.run({
      text: 'select id from wakeups where agent_id = $1 limit 5',
      values: [agentId],
    });
    expect(wakes).toHaveLength(1);
    expect(await board().listRuns({ companyId, agentId })).toHaveLength(1);
  });

  it('an agent with wakeOnDemand off is skipped, and the skip is counted', async () => {
    const { agentId } = await opened.agent(companyId, SAYS_WAKE, {
      runtimeConfig: {
        heartbeat: { enabled: false, intervalSec: 300, wakeOnDemand: false, maxConcurrentRuns: 1 },
      },
    });
    await comment({ issueId: newId(), mentions: [mention(agentId)] });
    await comment({ issueId: newId(), mentions: [mention(agentId)] });
    expect(await board().wakeAgent({ agentId })).toEqual({
      status: 'skipped',
      reason: 'wake_on_demand_off',
    });
    expect(await board().listRuns({ companyId, agentId })).toEqual([]);
    expect(await skips(agentId)).toEqual([['wake_on_demand_off', 3]]);
  });

  it.each(['pending_approval', 'terminated'] as const)('no agent that is %s', async (status) => {
    const { agentId } = await opened.agent(companyId, SAYS_WAKE, { status });
    await comment({ issueId: newId(), mentions: [mention(agentId)] });
    await expect(board().wakeAgent({ agentId })).rejects.toMatchObject({
      code: 'agent_not_runnable',
    });
    expect(await skips(agentId)).toEqual([['agent_not_runnable', 1]]);
    expect(await board().listRuns({ companyId, agentId })).toEqual([]);
  });

  it('an agent whose events arrive after its first wake-up is woken then', async () => {
    const agentId = newId();
    await comment({ issueId: newId(), mentions: [mention(agentId)] });
    await opened.agent(companyId, SAYS_WAKE, { agentId });
    expect((await onlyRun(agentId)).run.source).toBe('mention');
  });

  it('the timer wakes an agent without a call', async () => {
    const { agentId } = await opened.agent(companyId, SAYS_WAKE, {
      runtimeConfig: {
        heartbeat: { enabled: true, intervalSec: 10, wakeOnDemand: false, maxConcurrentRuns: 1 },
      },
    });
    const due = await stage.db.run({
      text: 'update schedules set next_due_at = now() where agent_id = $1 returning 1',
      values: [agentId],
    });
    expect(due).toHaveLength(1);
    const { run, variables } = await onlyRun(agentId);
    expect(run).toMatchObject({ source: 'timer', issueId: null });
    expect(variables).toEqual({ SERVICE_WAKE_REASON: 'heartbeat_timer' });
    const [next] = await stage.db.run<{ away: number }>({
      text: `select extract(epoch from next_due_at - now())::float8 as away from schedules
        where agent_id = $1`,
      values: [agentId],
    });
    expect(next?.away).toBeGreaterThan(5);
    expect(next?.away).toBeLessThanOrEqual(15);
  });

  it('a timer row is deleted by a pause and inserted by a resume', async () => {
    const heartbeat = {
      enabled: true,
      intervalSec: 600,
      wakeOnDemand: true,
      maxConcurrentRuns: 1 as const,
    };
    const other = await opened.company();
    const { agentId } = await opened.agent(other.companyId, SAYS_WAKE, {
      runtimeConfig: { heartbeat },
    });
    const rows = async () =>
      (
        await stage.db.run({
          text: 'select 1 from schedules where agent_id = $1',
          values: [agentId],
        })
      ).length;
    expect(await rows()).toBe(1);
    const setStatus = (status: 'paused' | 'active', version: number) =>
      opened.receive(agents, 'company.updated', {
        companyId: other.companyId,
        entityId: other.companyId,
        payload: { ...other, status, version },
      });
    await setStatus('paused', 2);
    expect(await rows()).toBe(0);
    await setStatus('active', 3);
    expect(await rows()).toBe(1);
  });

  it('a timer that is enabled, changed or disabled by configuration is so at once', async () => {
    const agent = await opened.agent(companyId, SAYS_WAKE);
    const { agentId } = agent;
    const configured = async (enabled: boolean, intervalSec: number, version: number) => {
      const heartbeat = { enabled, intervalSec, wakeOnDemand: true, maxConcurrentRuns: 1 as const };
      await opened.receive(agents, 'agent.updated', {
        companyId,
        entityId: agentId,
        payload: {
          ...agent,
          runtimeConfig: { heartbeat },
          version,
          changedKeys: ['runtimeConfig'],
        },
      });
      return stage.db.run<{ intervalSec: number }>({
        text: 'select interval_sec from schedules where agent_id = $1',
        values: [agentId],
      });
    };
    expect(await configured(true, 600, 2)).toEqual([{ intervalSec: 600 }]);
    expect(await configured(true, 900, 3)).toEqual([{ intervalSec: 900 }]);
    expect(await configured(false, 900, 4)).toEqual([]);
    expect(await configured(true, 600, 3)).toEqual([]);
  });

  it('by a call: an agent itself, its managers and the board may wake it, others not', async () => {
    const boss = await opened.agent(companyId, SAYS_WAKE);
    const lead = await opened.agent(companyId, SAYS_WAKE, { reportsTo: boss.agentId });
    const { agentId } = await opened.agent(companyId, SAYS_WAKE, { reportsTo: lead.agentId });
    const asking = (id: string) => stage.as(agentActor(companyId, { id })).wakeAgent({ agentId });
    for (const id of [agentId, lead.agentId, boss.agentId]) {
      expect((await asking(id)).status).not.toBe('skipped');
    }
    await expect(asking(newId())).rejects.toMatchObject({ code: 'not_your_agent' });
    const stranger = stage.as(agentActor(newId(), { id: boss.agentId }));
    await expect(stranger.wakeAgent({ agentId })).rejects.toMatchObject({
      code: 'agent_not_found',
    });
  });

  it('by a call with its URL key within a company', async () => {
    const agent = await opened.agent(companyId, SAYS_WAKE);
    const run = await board().wakeAgent({ agentId: agent.urlKey, companyId, reason: 'Look here' });
    expect(run).toMatchObject({ agentId: agent.agentId, reason: 'Look here' });
    await expect(board().wakeAgent({ agentId: agent.urlKey })).rejects.toMatchObject({
      code: 'agent_not_found',
    });
  });
});
