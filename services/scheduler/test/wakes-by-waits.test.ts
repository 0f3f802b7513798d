/** The end of a wait wakes the agent that has waited, with its note and with what the signal brought. */
import { boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anIssueStory, runAbout } from './issue-story.ts';
import { openScheduler, type Opened } from './open-scheduler.ts';

const STAYS = 'console.log("here"); setInterval(() => {}, 1000)';

describe('a wait that has ended', () => {
  let opened: Opened;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler();
    ({ companyId } = await opened.company());
  });
  afterAll(() => opened.close());

  const board = () => opened.stage.as(boardActor());

  it('wakes its agent, with its note, its cause and what came from outside', async () => {
    const { agentId } = await opened.agent(companyId, STAYS);
    const { agentId: assignee } = await opened.agent(companyId, STAYS);
    const story = anIssueStory(opened, companyId);
    const { issueId } = story;
    await story.create(assignee);
    await story.block();
    await story.endWait(agentId);
    const run = await runAbout(opened, companyId, { agentId, issueId, status: 'running' });
    expect(run).toMatchObject({ reason: 'wait_ended', source: 'mention' });
    const received = { by: 'outside', text: '{"status":"green"}' };
    expect(run.context['wakes']).toMatchObject([
      { issueId, payload: { wait: { note: 'Merge it', cause: 'signal', received } } },
    ]);
    await board().cancelRun({ runId: run.id });
  });

  it.each([
    ['was cancelled', { cause: 'cancelled' as const }],
    ['has moved the issue at its deadline', { cause: 'deadline' as const, moved: true }],
  ])('wakes nobody where it %s', async (_, more) => {
    const { agentId } = await opened.agent(companyId, STAYS);
    const story = anIssueStory(opened, companyId);
    await story.create(agentId);
    await story.endWait(agentId, more);
    const { wakes } = await board().listWakeRecords({ agentId, companyId, issueId: story.issueId });
    expect(wakes.map(({ reason }) => reason)).toEqual(['issue_assigned']);
  });
});
