/** The end of the last child wakes the assignee of the parent, which reads how the children are. */
import { boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anIssueStory, runAbout, settled } from './issue-story.ts';
import { openScheduler, type Opened } from './open-scheduler.ts';

const STAYS = 'console.log("here"); setInterval(() => {}, 1000)';

describe('children that have settled', () => {
  let opened: Opened;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler();
    ({ companyId } = await opened.company());
  });
  afterAll(() => opened.close());

  const board = () => opened.stage.as(boardActor());
  const wakesAbout = async (agentId: string, issueId: string) =>
    (await board().listWakeRecords({ agentId, companyId, issueId })).wakes;

  it('wake the assignee of their parent, also the one that ended the last itself', async () => {
    const { agentId } = await opened.agent(companyId, STAYS);
    const parent = anIssueStory(opened, companyId);
    const { issueId } = parent;
    await parent.create(agentId);
    const about = { agentId, issueId, status: 'running' } as const;
    const first = await runAbout(opened, companyId, about);
    await parent.set('in_progress', { id: first.id, agentId });
    await parent.settle({}, { id: first.id, agentId });
    await board().cancelRun({ runId: first.id });
    const next = await runAbout(opened, companyId, about);
    expect(next).toMatchObject({ reason: 'children_settled' });
    const { child, children, childCounts, openChildren } = settled;
    expect(next.context['wakes']).toMatchObject([
      { issueId, payload: { child, children, childCounts, openChildren } },
    ]);
    await board().cancelRun({ runId: next.id });
  });

  it.each([
    ['wants no wake-up', { wakeOnChildren: 'none' as const }],
    ['waits for other issues', { openBlockers: ['ACM-2'] }],
    ['has no agent', { assigneeAgentId: null }],
  ])('wake nobody where the parent %s', async (_, more) => {
    const { agentId } = await opened.agent(companyId, STAYS);
    const parent = anIssueStory(opened, companyId);
    await parent.create(agentId);
    await parent.settle(more);
    const woken = await wakesAbout(agentId, parent.issueId);
    expect(woken.map(({ reason }) => reason)).toEqual(['issue_assigned']);
  });
});
