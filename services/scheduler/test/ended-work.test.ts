/** Runs whose issue another party ends or gives away. */
import type { Run } from '@muster/contracts';
import { newId, none, sql } from '@muster/service-kit';
import { boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anIssueStory, runAbout, type IssueStory } from './issue-story.ts';
import { isOver, openScheduler, type Opened } from './open-scheduler.ts';
import { asAgent } from './remote-steps.ts';

/** Works for 25 seconds and says when it is asked to end. */
const WORKS = `
  process.on('SIGTERM', () => { console.log('asked to end'); process.exit(0); });
  console.log('working'); setTimeout(() => {}, 25_000)`;
/** Ends without success as soon as it may: its time to stop has not passed. */
const FAILS_SOON = `console.log('working'); setTimeout(() => process.exit(3), 1_500)`;

describe('the run of an issue', () => {
  let opened: Opened;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler();
    ({ companyId } = await opened.company());
  });
  afterAll(() => opened.close());

  const board = () => opened.stage.as(boardActor());

  async function working(script = WORKS, within = companyId) {
    const { agentId } = await opened.agent(within, script);
    const issue = anIssueStory(opened, within);
    await issue.create(agentId);
    const { issueId } = issue;
    const run = await runAbout(opened, within, { agentId, issueId, status: 'running' });
    await opened.runWhen(run.id, ({ logBytes }) => logBytes > 0);
    return { agentId, issue, run };
  }

  const stopOf = async ({ id }: Pick<Run, 'id'>) => {
    const [row] = await opened.stage.db.run<{ stopCode: string | null; isTold: boolean }>({
      text: 'select stop_code as "stopCode", stop_at is not null as "isTold" from runs where id = $1',
      values: [id],
    });
    return row;
  };
  /** As if the time had passed that a run has to end by itself. */
  const passTime = ({ id }: Pick<Run, 'id'>) =>
    none(opened.stage.db, sql`update runs set stop_at = now() where id = ${id}`);

  async function endOf(run: Run): Promise<Run> {
    expect(await stopOf(run)).toMatchObject({ isTold: true });
    expect(await board().getRun({ runId: run.id })).toMatchObject({ status: 'running' });
    await passTime(run);
    return opened.finished(run.id);
  }

  it('ends ten seconds after the board has cancelled it, and is cancelled, not failed', async () => {
    const { issue, run, agentId } = await working();
    const cancelledAt = Date.now();
    await issue.set('cancelled');
    const ended = await opened.finished(run.id);
    expect(ended).toMatchObject({
      status: 'cancelled',
      errorCode: 'issue_ended',
      error: 'ACM-1 was cancelled by another party',
    });
    const seconds = (Date.parse(ended.finishedAt ?? '') - cancelledAt) / 1_000;
    expect(seconds).toBeGreaterThan(8);
    expect(seconds).toBeLessThan(14);
    expect(await opened.logOf(run.id)).toContain('working');
    // Its wake-up has been delivered: nothing wakes the agent once more.
    expect((await board().getAgentWakes({ agentId })).pending).toEqual([]);
    expect(await board().listRuns({ companyId, agentId })).toHaveLength(1);
  });

  const endings: [string, string, (issue: IssueStory) => Promise<void>][] = [
    ['cancelled', 'issue_ended', (issue) => issue.set('cancelled')],
    ['done by the board', 'issue_ended', (issue) => issue.set('done')],
    [
      'given to another agent',
      'no_longer_assigned',
      async (issue) => issue.give({ assigneeAgentId: newId() }),
    ],
    ['given to a user', 'no_longer_assigned', (issue) => issue.give({ assigneeUserId: newId() })],
    ['given to no one', 'no_longer_assigned', (issue) => issue.give({})],
    ['released by the board', 'no_longer_assigned', (issue) => issue.release()],
    [
      'done by another agent',
      'issue_ended',
      (issue) => issue.set('done', { id: newId(), agentId: newId() }),
    ],
  ];

  it.each(endings)('ends when it is %s', async (_, errorCode, happens) => {
    const { issue, run } = await working();
    await happens(issue);
    expect(await endOf(run)).toMatchObject({ status: 'cancelled', errorCode });
  });

  it.each(endings.slice(0, 3))(
    'of a timer that has checked it out ends when it is %s',
    async (...row) => {
      const [, errorCode, happens] = row;
      const { agentId } = await opened.agent(companyId, WORKS);
      const run = await opened.wake(agentId);
      await opened.runWhen(run.id, ({ status }) => status === 'running');
      const issue = anIssueStory(opened, companyId);
      await issue.checkOut(run);
      await happens(issue);
      expect(await endOf(run)).toMatchObject({ status: 'cancelled', errorCode });
      // What it was woken for is not the issue: another run carries that.
      const next = await runAbout(opened, companyId, { agentId, issueId: null, status: 'running' });
      expect(next.id).not.toBe(run.id);
      await board().cancelRun({ runId: next.id });
    },
  );

  it('is stopped, and has not failed, if it ends by itself in the time that it has', async () => {
    const { issue, run } = await working(FAILS_SOON);
    await issue.set('cancelled');
    expect(await opened.finished(run.id)).toMatchObject({
      status: 'cancelled',
      errorCode: 'issue_ended',
      exitCode: 3,
    });
  });

  it('goes on if it has finished or handed over the issue itself', async () => {
    const [finishes, handsOver, byItsKey] = await Promise.all([working(), working(), working()]);
    await finishes.issue.set('done', finishes.run);
    await handsOver.issue.give({ assigneeAgentId: newId() }, handsOver.run);
    // The next assignee ends what is no longer this run's.
    await handsOver.issue.set('done');
    await byItsKey.issue.set('done', { id: null, agentId: byItsKey.agentId });
    for (const { run } of [finishes, handsOver, byItsKey]) {
      expect(await stopOf(run)).toMatchObject({ isTold: false });
      await board().cancelRun({ runId: run.id });
    }
  });

  it('goes on for a mention, and where the board has turned it off', async () => {
    const { agentId: mentioned } = await opened.agent(companyId, WORKS);
    const { issue, run: worked } = await working();
    await issue.comment(mentioned);
    const { issueId } = issue;
    const answering = await runAbout(opened, companyId, {
      agentId: mentioned,
      issueId,
      status: 'running',
    });
    const off = await opened.company({ stopsEndedWork: false });
    const other = await working(WORKS, off.companyId);
    await issue.set('done');
    await other.issue.set('cancelled');
    expect(await stopOf(worked)).toMatchObject({ isTold: true });
    for (const run of [answering, other.run]) {
      expect(await stopOf(run)).toMatchObject({ isTold: false });
    }
    for (const { id: runId } of [worked, answering, other.run]) await board().cancelRun({ runId });
  });

  it('of a remote agent is told by its keep-alive, and may report its end', async () => {
    const { agentId } = await opened.agent(companyId, '', { adapterType: 'remote' });
    opened.adapters.set(agentId, { adapterType: 'remote', adapterConfig: { timeoutSec: 60 } });
    const self = asAgent(opened, companyId, agentId);
    const issue = anIssueStory(opened, companyId);
    await issue.create(agentId);
    const offered = await self.listOfferedWakes({});
    const { run } = await self.ackWake({ wakeId: offered[0]?.id ?? '' });
    expect(await self.beatRun({ runId: run.id })).toMatchObject({ stop: false, reason: null });
    await issue.set('cancelled');
    const answer = await self.beatRun({ runId: run.id });
    expect(answer).toMatchObject({ stop: true, reason: 'issue_ended' });
    expect(answer.leaseExpiresAt).not.toBeNull();
    expect(await self.finishRun({ runId: run.id, status: 'cancelled' })).toMatchObject({
      status: 'cancelled',
      errorCode: 'issue_ended',
    });
    expect(isOver(await board().getRun({ runId: run.id }))).toBe(true);
  });
});
