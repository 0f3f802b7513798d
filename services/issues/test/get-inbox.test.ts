import type { Issue } from '@muster/contracts';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, refusedWith, type Team } from './team.ts';

describe('getInbox', () => {
  let stage: IssuesStage;
  let team: Team;
  beforeAll(async () => {
    stage = await openStage(issuesService);
    team = await openTeam(stage);
    for (const [title, status, priority] of [
      ['blocked', 'blocked', 'critical'],
      ['todo low', 'todo', 'low'],
      ['todo', 'todo', 'high'],
      ['begun', 'in_progress', 'low'],
      ['review', 'in_review', 'high'],
      ['later', 'backlog', 'high'],
      ['done', 'done', 'high'],
      ['never', 'cancelled', 'high'],
    ] as const)
      await create({ title, status, priority });
    await create({ title: 'of bob', assigneeAgentId: team.bob.id });
  });
  afterAll(() => stage.close());

  const create = (fields: object): Promise<Issue> =>
    stage.as(team.board).createIssue({
      companyId: team.companyId,
      title: 'Work',
      assigneeAgentId: team.ann.id,
      ...fields,
    });

  it('lists the work of the calling agent: in progress, then todo, then blocked', async () => {
    const inbox = await stage.as(team.ann).getInbox({});
    expect(inbox.map(({ title }) => title)).toEqual(['begun', 'todo', 'todo low', 'blocked']);
    expect(Object.keys(inbox[0] ?? {}).toSorted()).toEqual([
      'id',
      'identifier',
      'parentId',
      'priority',
      'projectId',
      'status',
      'title',
      'updatedAt',
    ]);
    expect(await stage.as(team.stranger).getInbox({})).toEqual([]);
  });

  it('leaves out what waits for open issues, counts it, and has it if asked', async () => {
    const { id: blocker } = await create({ title: 'First', assigneeAgentId: null });
    const { id: ended } = await create({ title: 'Ended', status: 'done', assigneeAgentId: null });
    const assigneeAgentId = team.stranger.id;
    const links = { assigneeAgentId, blockedByIssueIds: [blocker] };
    await create({ ...links, title: 'waits', status: 'todo', blockedByIssueIds: [blocker, ended] });
    await create({ ...links, title: 'is stuck', status: 'blocked' });
    await create({ ...links, title: 'goes on', status: 'in_progress' });
    await create({ assigneeAgentId, title: 'is free', status: 'todo', blockedByIssueIds: [ended] });
    const asStranger = stage.as(team.stranger);
    const titles = async (input: object) =>
      (await asStranger.getInbox(input)).map(({ title }) => title);
    expect(await titles({})).toEqual(['goes on', 'is free']);
    expect(await titles({ limit: 1 })).toEqual(['goes on']);
    expect(await titles({ blocked: true })).toEqual(['waits', 'is stuck']);
    expect((await asStranger.getInboxLite({ blocked: true })).length).toBe(2);
    await stage.as(team.board).updateIssue({ issueId: blocker, status: 'cancelled' });
    expect(await titles({})).toEqual(['goes on', 'is free', 'waits', 'is stuck']);
    expect(await titles({ blocked: true })).toEqual([]);
  });

  it('ends a page at its limit', async () => {
    const inbox = await stage.as(team.ann).getInbox({ limit: 2 });
    expect(inbox.map(({ title }) => title)).toEqual(['begun', 'todo']);
    await expect(stage.as(team.ann).getInbox({ cursor: 'x' })).rejects.toEqual(
      refusedWith('invalid_cursor'),
    );
  });

  it('is refused to the board', async () => {
    await expect(stage.as(team.board).getInbox({})).rejects.toEqual(refusedWith('agent_only'));
  });
});
