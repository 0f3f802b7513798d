import type { Issue } from '@muster/contracts';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, refusedWith, type Team } from './team.ts';

describe('releaseIssue', () => {
  let stage: IssuesStage;
  let team: Team;
  beforeAll(async () => {
    stage = await openStage(issuesService);
    team = await openTeam(stage);
  });
  afterAll(() => stage.close());

  const claimed = async (): Promise<Issue> => {
    const { id } = await stage.as(team.board).createIssue({
      companyId: team.companyId,
      title: 'Work',
      status: 'todo',
    });
    return stage.as(team.ann).checkoutIssue({
      issueId: id,
      agentId: team.ann.id,
      expectedStatuses: ['todo'],
    });
  };

  const above = ['ann', 'manager', 'ceo', 'board'] as const;
  it.each(above)('releases for %s', async (who) => {
    const issue = await claimed();
    const released = await stage.as(team[who]).releaseIssue({ issueId: issue.id });
    expect(released).toMatchObject({
      status: 'todo',
      assigneeAgentId: null,
      checkoutRunId: null,
      startedAt: issue.startedAt,
      version: issue.version + 1,
    });
    expect((await stage.emitted('issue.released')).at(-1)).toMatchObject({
      entityId: issue.id,
      payload: { status: 'todo', previousAssigneeAgentId: team.ann.id },
    });
  });

  it('changes nothing if it is repeated', async () => {
    const issue = await claimed();
    const first = await stage.as(team.ann).releaseIssue({ issueId: issue.id });
    const emitted = await stage.emitted('issue.released');
    expect(await stage.as(team.ann).releaseIssue({ issueId: issue.id })).toEqual(first);
    expect(await stage.emitted('issue.released')).toEqual(emitted);
  });

  it('refuses other agents', async () => {
    const issue = await claimed();
    for (const who of [team.bob, team.stranger]) {
      await expect(stage.as(who).releaseIssue({ issueId: issue.id })).rejects.toEqual(
        refusedWith('not_the_owner', { status: 409 }),
      );
    }
    const other = await openTeam(stage);
    await expect(stage.as(other.ceo).releaseIssue({ issueId: issue.id })).rejects.toEqual(
      refusedWith('issue_not_found'),
    );
  });

  it.each([
    ['todo', 'todo'],
    ['in_progress', 'todo'],
    ['in_review', 'todo'],
    ['blocked', 'todo'],
    ['backlog', 'backlog'],
  ] as const)('gives back what is %s, as %s', async (status, becomes) => {
    const { companyId } = team;
    for (const who of [team.ann, team.manager, team.board]) {
      const issue = await stage.as(team.board).createIssue({
        companyId,
        title: 'Work',
        status,
        assigneeAgentId: team.ann.id,
      });
      const issueId = issue.id;
      await expect(stage.as(team.bob).releaseIssue({ issueId })).rejects.toEqual(
        refusedWith('not_the_owner'),
      );
      const released = await stage.as(who).releaseIssue({ issueId });
      expect(released).toMatchObject({
        status: becomes,
        assigneeAgentId: null,
        version: issue.version + 1,
      });
      expect((await stage.emitted('issue.released')).at(-1)).toMatchObject({
        entityId: issueId,
        payload: { status: becomes, previousAssigneeAgentId: team.ann.id },
      });
      expect(await stage.as(who).releaseIssue({ issueId })).toEqual(released);
    }
  });

  it.each(['done', 'cancelled'] as const)('gives back nothing that is %s', async (status) => {
    const { id: issueId } = await stage.as(team.board).createIssue({
      companyId: team.companyId,
      title: 'Work',
      status,
      assigneeAgentId: team.ann.id,
    });
    for (const who of [team.ann, team.board]) {
      await expect(stage.as(who).releaseIssue({ issueId })).rejects.toEqual(
        refusedWith('illegal_transition', { status: 422 }),
      );
    }
  });

  it('lets the next agent claim a released issue', async () => {
    const issue = await claimed();
    await stage.as(team.ann).releaseIssue({ issueId: issue.id });
    const next = await stage.as(team.bob).checkoutIssue({
      issueId: issue.id,
      agentId: team.bob.id,
      expectedStatuses: ['todo'],
    });
    expect(next).toMatchObject({
      assigneeAgentId: team.bob.id,
      assignedByAgentId: team.bob.id,
      startedAt: issue.startedAt,
    });
  });
});
