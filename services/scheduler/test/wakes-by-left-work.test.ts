/** An issue that a run has left in progress wakes its agent once more, and the run has a warning. */
import { newId } from '@muster/service-kit';
import { boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anIssueStory, runAbout } from './issue-story.ts';
import { openScheduler, type Opened } from './open-scheduler.ts';

const STAYS = 'console.log("here"); setInterval(() => {}, 1000)';

describe('an issue that was left in progress', () => {
  let opened: Opened;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler();
    ({ companyId } = await opened.company());
  });
  afterAll(() => opened.close());

  const board = () => opened.stage.as(boardActor());

  it('warns of it in the receipt, and wakes the assignee the first time only', async () => {
    const { agentId } = await opened.agent(companyId, STAYS);
    const story = anIssueStory(opened, companyId);
    const { issueId } = story;
    await story.create(agentId);
    const first = await runAbout(opened, companyId, { agentId, issueId, status: 'running' });
    await story.checkOut(first);
    await board().cancelRun({ runId: first.id });
    await story.leave(first.id, 1);
    const second = await runAbout(opened, companyId, { agentId, issueId, status: 'running' });
    expect(second).toMatchObject({ reason: 'left_in_progress', source: 'assignment' });
    await board().cancelRun({ runId: second.id });
    await story.leave(second.id, 2);
    await story.leave(second.id, 2);
    for (const { id: runId } of [first, second]) {
      const { warnings } = await board().getRun({ runId });
      expect(warnings).toEqual([{ code: 'left_in_progress' }]);
    }
    const { wakes } = await board().listWakeRecords({ agentId, companyId, issueId });
    expect(wakes.map(({ reason }) => reason).toSorted()).toEqual([
      'issue_assigned',
      'left_in_progress',
    ]);
  });

  it('changes nothing of a run that another company has', async () => {
    const { companyId: other } = await opened.company();
    const { agentId } = await opened.agent(other, STAYS);
    const theirs = anIssueStory(opened, other);
    await theirs.create(agentId);
    const of = { agentId, issueId: theirs.issueId, status: 'running' as const };
    const run = await runAbout(opened, other, of);
    await anIssueStory(opened, companyId).leave(run.id, 2);
    await anIssueStory(opened, companyId).leave(newId(), 2);
    expect((await board().getRun({ runId: run.id })).warnings).toEqual([]);
    await board().cancelRun({ runId: run.id });
  });
});
