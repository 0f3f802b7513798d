/** Wake-ups that wait, and are decided again when their run would start. */
import { newId } from '@muster/service-kit';
import { boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anIssueStory, runAbout, type IssueStory } from './issue-story.ts';
import { eventually, openScheduler, type Opened } from './open-scheduler.ts';
import { asAgent } from './remote-steps.ts';

const STAYS = 'console.log("here"); setInterval(() => {}, 1000)';

describe('a wake-up that waits for an issue', () => {
  let opened: Opened;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler();
    ({ companyId } = await opened.company());
  });
  afterAll(() => opened.close());

  const board = () => opened.stage.as(boardActor());

  /** An agent that is busy, and how it gets free. */
  async function busy(within = companyId) {
    const { agentId } = await opened.agent(within, STAYS);
    const { id: runId } = await opened.wake(agentId);
    await opened.runWhen(runId, ({ status }) => status === 'running');
    const getFree = async (): Promise<void> => {
      await board().cancelRun({ runId });
      await eventually(async () => {
        const [held] = await opened.stage.db.run({
          text: 'select id from runs where id = $1 and held',
          values: [runId],
        });
        return held ? undefined : true;
      });
    };
    return { agentId, runId, getFree };
  }

  const explain = (agentId: string, issueId: string) =>
    board().listWakeRecords({ agentId, companyId, issueId });

  const stale: [string, string, (issue: IssueStory) => Promise<void>][] = [
    ['cancelled at once', 'issue_ended', (issue) => issue.set('cancelled')],
    ['done', 'issue_ended', (issue) => issue.set('done')],
    [
      'given to another agent',
      'no_longer_assigned',
      (issue) => issue.give({ assigneeAgentId: newId() }),
    ],
    ['given to a user', 'no_longer_assigned', (issue) => issue.give({ assigneeUserId: newId() })],
    ['released', 'no_longer_assigned', (issue) => issue.release()],
  ];

  it.each(stale)('is skipped when the issue was %s', async (_, reason, happens) => {
    const { agentId, getFree } = await busy();
    const issue = anIssueStory(opened, companyId);
    await issue.create(agentId);
    await happens(issue);
    await getFree();
    await eventually(async () => {
      const { pending } = await board().getAgentWakes({ agentId });
      return pending.length === 0 ? true : undefined;
    });
    expect(await board().listRuns({ companyId, agentId })).toHaveLength(1);
    expect(await explain(agentId, issue.issueId)).toMatchObject({
      wakes: [{ status: 'skipped' }],
      skips: [{ reason, source: 'assignment', issueId: issue.issueId }],
    });
  });

  it('is skipped with the run that was queued for it, which is cancelled', async () => {
    opened.reserve = () => {
      throw new Error('billing is away');
    };
    const { agentId } = await opened.agent(companyId, STAYS);
    const issue = anIssueStory(opened, companyId);
    await issue.create(agentId);
    const [queued] = await board().listRuns({ companyId, agentId });
    expect(queued).toMatchObject({ status: 'queued', issueId: issue.issueId });
    await issue.give({ assigneeAgentId: newId() });
    opened.reserve = () => ({ granted: true, cents: 0, reason: null });
    expect(await opened.finished(queued?.id ?? '')).toMatchObject({
      status: 'cancelled',
      errorCode: 'no_longer_assigned',
      startedAt: null,
    });
    expect((await explain(agentId, issue.issueId)).skips).toMatchObject([
      { reason: 'no_longer_assigned' },
    ]);
  });

  it('of an issue that was blocked since is skipped, and the last blocker wakes the agent', async () => {
    const { agentId, getFree } = await busy();
    const [blocked, started] = [anIssueStory(opened, companyId), anIssueStory(opened, companyId)];
    for (const issue of [blocked, started]) {
      await issue.create(agentId);
      await issue.block();
    }
    await started.set('in_progress');
    await getFree();
    const about = { agentId, issueId: started.issueId, status: 'running' } as const;
    const first = await runAbout(opened, companyId, about);
    expect(first.context['wakes']).toHaveLength(1);
    await board().cancelRun({ runId: first.id });
    const { issueId } = blocked;
    expect((await explain(agentId, issueId)).skips).toMatchObject([{ reason: 'issue_blocked' }]);
    await blocked.unblock();
    const run = await runAbout(opened, companyId, { agentId, issueId, status: 'running' });
    expect(run).toMatchObject({ reason: 'issue_unblocked' });
    await board().cancelRun({ runId: run.id });
  });

  it('is delivered where the issue has come back, and where it is a mention', async () => {
    const { agentId, getFree } = await busy();
    const [back, mentioned] = [anIssueStory(opened, companyId), anIssueStory(opened, companyId)];
    await back.create(agentId);
    await back.give({ assigneeAgentId: newId() });
    await back.give({ assigneeAgentId: agentId });
    await mentioned.create(newId());
    await mentioned.comment(agentId);
    await mentioned.set('done');
    await getFree();
    const { issueId } = mentioned;
    const run = await runAbout(opened, companyId, { agentId, issueId, status: 'running' });
    const reasons = (run.context['wakes'] as { reason: string }[]).map(({ reason }) => reason);
    expect(reasons).toEqual(['issue_comment_mentioned', 'issue_assigned', 'issue_assigned']);
    await board().cancelRun({ runId: run.id });
  });

  it('leaves those of other issues to the run', async () => {
    const { agentId, getFree } = await busy();
    const [cancelled, open] = [anIssueStory(opened, companyId), anIssueStory(opened, companyId)];
    await open.create(agentId);
    await cancelled.create(agentId);
    await cancelled.set('cancelled');
    await getFree();
    const { issueId } = open;
    const run = await runAbout(opened, companyId, { agentId, issueId, status: 'running' });
    expect(run.context['wakes']).toHaveLength(1);
    await board().cancelRun({ runId: run.id });
  });

  it('is delivered in a company whose board has turned it off', async () => {
    const off = await opened.company({ stopsEndedWork: false });
    const { agentId, getFree } = await busy(off.companyId);
    const issue = anIssueStory(opened, off.companyId);
    await issue.create(agentId);
    await issue.set('cancelled');
    await getFree();
    const { issueId } = issue;
    const run = await runAbout(opened, off.companyId, { agentId, issueId, status: 'running' });
    expect(run).toMatchObject({ reason: 'issue_assigned' });
    await board().cancelRun({ runId: run.id });
  });

  it('is not offered to a remote agent any more', async () => {
    const { agentId } = await opened.agent(companyId, '', { adapterType: 'remote' });
    opened.adapters.set(agentId, { adapterType: 'remote', adapterConfig: { timeoutSec: 60 } });
    const self = asAgent(opened, companyId, agentId);
    const issue = anIssueStory(opened, companyId);
    await issue.create(agentId);
    const [wake] = await self.listOfferedWakes({});
    await issue.set('cancelled');
    await expect(self.ackWake({ wakeId: wake?.id ?? '' })).rejects.toMatchObject({
      code: 'wake_not_offered',
    });
    expect(await self.listOfferedWakes({})).toEqual([]);
    expect(await opened.finished(wake?.runId ?? '')).toMatchObject({
      status: 'cancelled',
      errorCode: 'issue_ended',
    });
  });
});
