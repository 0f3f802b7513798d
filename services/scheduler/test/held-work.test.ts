/** Runs and wake-ups of issues that the board holds. */
import { boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anIssueStory, runAbout, type IssueStory } from './issue-story.ts';
import { eventually, openScheduler, type Opened } from './open-scheduler.ts';

const STAYS = 'console.log("here"); setInterval(() => {}, 1000)';

describe('an issue that the board holds', () => {
  let opened: Opened;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler();
    ({ companyId } = await opened.company());
  });
  afterAll(() => opened.close());

  const board = () => opened.stage.as(boardActor());
  const skipsOf = async (agentId: string, { issueId }: IssueStory) =>
    (await board().listWakeRecords({ agentId, companyId, issueId })).skips.map(
      ({ source, reason }) => `${source}: ${reason}`,
    );
  const skipped = (agentId: string, issue: IssueStory, skips: string[]) =>
    eventually(async () => {
      const found = (await skipsOf(agentId, issue)).toSorted();
      return found.join() === skips.join() ? true : undefined;
    });
  async function working(within = companyId) {
    const { agentId } = await opened.agent(within, STAYS);
    const issue = anIssueStory(opened, within);
    await issue.create(agentId);
    const { issueId } = issue;
    const run = await runAbout(opened, within, { agentId, issueId, status: 'running' });
    return { agentId, issue, run };
  }

  it.each([
    [null, true, true],
    [null, false, false],
    [true, false, true],
    [false, true, false],
  ])(
    'ends its run within the grace unless the board lets it finish: cancelRuns %s, stopsEndedWork %s',
    async (cancelRuns, stopsEndedWork, isTold) => {
      const { companyId: within } = await opened.company({ stopsEndedWork });
      const { issue, run } = await working(within);
      await issue.hold(cancelRuns);
      const [told] = await opened.stage.db.run<{ isTold: boolean }>({
        text: 'select stop_at is not null as "isTold" from runs where id = $1',
        values: [run.id],
      });
      expect(told?.isTold).toBe(isTold);
      if (isTold) {
        expect(await opened.finished(run.id)).toMatchObject({
          status: 'cancelled',
          errorCode: 'issue_held',
          error: 'ACM-1 is held by the board (ACM-9): A freeze',
        });
      } else await board().cancelRun({ runId: run.id });
    },
  );

  it('wakes nobody by an assignment or a comment, says so, and wakes once when it is lifted', async () => {
    const { agentId } = await opened.agent(companyId, STAYS);
    const issue = anIssueStory(opened, companyId);
    await issue.hold();
    await issue.create(agentId);
    await skipped(agentId, issue, ['assignment: issue_held']);
    await issue.set('blocked');
    await issue.set('todo');
    await issue.comment();
    await skipped(agentId, issue, [
      'assignment: issue_held',
      'assignment: issue_held',
      'comment: issue_held',
    ]);
    expect(await board().listRuns({ companyId, agentId })).toEqual([]);
    await issue.lift();
    const { issueId } = issue;
    const run = await runAbout(opened, companyId, { agentId, issueId, status: 'running' });
    expect(run).toMatchObject({ reason: 'hold_lifted' });
    expect(run.context['wakes']).toHaveLength(1);
    await board().cancelRun({ runId: run.id });
  });

  it('is no work for a timer that skips without work, and words to an agent still wake it', async () => {
    const { agentId } = await opened.agent(companyId, STAYS);
    const issue = anIssueStory(opened, companyId);
    await issue.hold();
    await issue.create(agentId);
    const works = async () =>
      opened.stage.db.run({
        text: 'select issue_id from work where issue_id = $1',
        values: [issue.issueId],
      });
    expect(await works()).toEqual([]);
    await issue.comment(agentId);
    const { issueId } = issue;
    const run = await runAbout(opened, companyId, { agentId, issueId, status: 'running' });
    expect(run).toMatchObject({ reason: 'issue_comment_mentioned' });
    await board().cancelRun({ runId: run.id });
    await issue.lift();
    expect(await works()).toHaveLength(1);
  });
});
