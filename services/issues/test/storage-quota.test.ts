/** What a company may still do with its work once it stores as much as it may. */
import type { Issue } from '@muster/contracts';
import { none, sql } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, type Team } from './team.ts';

const MEGABYTE = 1_048_576;

let stage: IssuesStage;
let team: Team;
let mine: Issue;
let next: Issue;
beforeAll(async () => {
  stage = await openStage(issuesService, { env: { COMPANY_STORAGE_MB: '1' } });
});
afterAll(() => stage.close());
beforeEach(async () => {
  team = await openTeam(stage);
  const create = (title: string) =>
    board().createIssue({
      companyId: team.companyId,
      title,
      status: 'todo',
      assigneeAgentId: team.ann.id,
    });
  mine = await create('Mine');
  next = await create('Next');
  await ann().checkoutIssue({ issueId: mine.id, agentId: team.ann.id, expectedStatuses: ['todo'] });
  await none(
    stage.db,
    sql`update event_heads set stored_bytes = ${MEGABYTE} where company_id = ${team.companyId}`,
  );
});
const board = () => stage.as(team.board);
const ann = () => stage.as(team.ann);
const full = { code: 'storage_quota_reached', status: 422 };

it('adds no issue, comment, text, question or plan, whoever asks', async () => {
  const { companyId } = team;
  const issueId = mine.id;
  for (const caller of [board(), ann()]) {
    const adding = [
      () => caller.createIssue({ companyId, title: 'More' }),
      () => caller.createChildren({ issueId, children: [{ title: 'More' }] }),
      () => caller.addComment({ issueId, body: 'More' }),
      () => caller.updateIssue({ issueId, description: 'More' }),
      () => caller.updateIssue({ issueId, status: 'in_review', comment: 'More' }),
      () => caller.askQuestion({ issueId, to: 'board', kind: 'text', text: 'More?' }),
      () => caller.createProject({ companyId, name: 'More' }),
      () => caller.createGoal({ companyId, title: 'More', level: 'task' }),
      () => caller.createLabel({ companyId, name: 'more', color: '#aabbcc' }),
    ];
    for (const add of adding) await expect(add()).rejects.toMatchObject(full);
  }
});

it('lets an agent report on its work in hand, and take no other', async () => {
  const { id: agentId } = team.ann;
  await expect(
    ann().checkoutIssue({ issueId: next.id, agentId, expectedStatuses: ['todo'] }),
  ).rejects.toMatchObject(full);
  await expect(ann().updateIssue({ issueId: next.id, priority: 'low' })).rejects.toMatchObject(
    full,
  );
  expect(await ann().updateIssue({ issueId: mine.id, status: 'in_review' })).toMatchObject({
    status: 'in_review',
  });
});

it('takes a tenth more of reports, and no more', async () => {
  await none(
    stage.db,
    sql`
    update event_heads set stored_bytes = ${Math.floor(MEGABYTE * 1.1)}
    where company_id = ${team.companyId}`,
  );
  await expect(ann().updateIssue({ issueId: mine.id, status: 'in_review' })).rejects.toMatchObject(
    full,
  );
  await ann().releaseIssue({ issueId: mine.id });
});

it('lets the board move, hand over, hold and cancel', async () => {
  const issueId = next.id;
  await board().updateIssue({ issueId, priority: 'high', assigneeAgentId: null });
  await board().holdIssue({ issueId, reason: 'Full' });
  await board().liftIssueHold({ issueId });
  expect(await board().updateIssue({ issueId, status: 'cancelled' })).toMatchObject({
    status: 'cancelled',
  });
  expect((await board().countIssues({ companyId: team.companyId })).storage?.bytes).toBeGreaterThan(
    MEGABYTE,
  );
});
