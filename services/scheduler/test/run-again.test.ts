import { newId } from '@muster/service-kit';
import { boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anIssueStory, runAbout } from './issue-story.ts';
import { openScheduler, type Opened } from './open-scheduler.ts';

describe('a run again', () => {
  let opened: Opened;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler();
    ({ companyId } = await opened.company());
  });
  afterAll(() => opened.close());

  const board = () => opened.stage.as(boardActor());

  async function ended() {
    const { agentId } = await opened.agent(companyId, `console.log(process.env.SERVICE_TASK_ID)`);
    const issue = anIssueStory(opened, companyId);
    await issue.create(agentId);
    const { issueId } = issue;
    const { id } = await runAbout(opened, companyId, { agentId, issueId, status: 'succeeded' });
    return { agentId, issueId, runId: id };
  }

  it('is for the issue of the earlier run, which its program finds', async () => {
    const { agentId, issueId, runId } = await ended();
    const again = await board().wakeAgent({ agentId, likeRunId: runId });
    if (!('id' in again)) throw new Error(again.reason);
    expect(again).toMatchObject({ issueId, source: 'on_demand', reason: 'run_again' });
    expect(await opened.finished(again.id)).toMatchObject({ issueId, resultSummary: issueId });
  });

  it('is refused for a run of another agent and for one that never was', async () => {
    const { agentId } = await ended();
    const other = await ended();
    for (const likeRunId of [other.runId, newId()]) {
      await expect(board().wakeAgent({ agentId, likeRunId })).rejects.toMatchObject({
        code: 'run_not_found',
      });
    }
  });
});
