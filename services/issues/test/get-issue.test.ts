import { boardActor, openStage } from '@muster/test-kit';
import { newId, type Db } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerOf } from '../src/domain/author.ts';
import { issuesService } from '../src/service.ts';
import { findDetail } from '../src/store/issue-detail.ts';
import { type IssuesStage, openTeam, refusedWith, type Team } from './team.ts';

describe('getIssue', () => {
  let stage: IssuesStage;
  let team: Team;
  beforeAll(async () => {
    stage = await openStage(issuesService);
    team = await openTeam(stage);
  });
  afterAll(() => stage.close());

  const create = (fields: object = {}) =>
    stage.as(team.board).createIssue({ companyId: team.companyId, title: 'Work', ...fields });

  it('shows the issue by id and by identifier in any case', async () => {
    const issue = await create({ description: 'All of it' });
    const byId = await stage.as(team.ann).getIssue({ issueId: issue.id });
    expect(byId).toEqual({
      ...issue,
      project: null,
      goal: null,
      ancestors: [],
      allowedTransitions: ['todo', 'cancelled'],
      hold: null,
      review: {
        policy: 'anyone',
        namedAgentId: null,
        namedUserId: null,
        evidence: 'none',
        rounds: 0,
        maxRounds: 5,
        authorAgentId: null,
        reviewerAgentId: null,
        reviewerUserId: null,
        mayDecide: false,
      },
    });
    for (const issueId of [issue.identifier, issue.identifier.toLowerCase()]) {
      expect(await stage.as(team.ann).getIssue({ issueId })).toEqual(byId);
    }
  });

  it.each([34, 190])('shows an issue whose prefix has %i letters', async (letters) => {
    const { companyId, board } = await openTeam(stage, { issuePrefix: 'A'.repeat(letters) });
    const issue = await stage.as(board).createIssue({ companyId, title: 'Long' });
    const { id } = await stage.as(board).getIssue({ issueId: issue.identifier });
    expect(id).toBe(issue.id);
  });

  it('shows the ancestors, the nearest first', async () => {
    const root = await create({ title: 'root', description: 'why', priority: 'high' });
    const middle = await create({ title: 'middle', parentId: root.id });
    const leaf = await create({ title: 'leaf', parentId: middle.id });
    const { ancestors } = await stage.as(team.ann).getIssue({ issueId: leaf.id });
    expect(ancestors.map(({ title }) => title)).toEqual(['middle', 'root']);
    expect(ancestors[1]).toEqual({
      id: root.id,
      identifier: root.identifier,
      title: 'root',
      description: 'why',
      status: 'backlog',
      priority: 'high',
      assigneeAgentId: null,
      projectId: null,
      goalId: null,
      project: null,
      goal: null,
    });
  });

  it('shows fifty ancestors of a deeper tree with their surroundings, in one read, and that it has more', async () => {
    const { companyId } = team;
    const { id: projectId } = await stage.as(team.ann).createProject({ companyId, name: 'Shop' });
    const { id: goalId } = await stage.as(team.ann).createGoal({ companyId, title: 'Sell' });
    let parentId: string | null = null;
    const line: string[] = [];
    for (let depth = 0; depth < 53; depth += 1) {
      const part = depth % 2 === 0 ? { projectId } : { goalId };
      const { id }: { id: string } = await create({ parentId, ...part });
      line.unshift(id);
      parentId = id;
    }
    const leaf = line[0] ?? '';
    const read = (issueId = '') => stage.as(team.ann).getIssue({ issueId });
    const { ancestors, truncated } = await read(leaf);
    expect(truncated).toBe(true);
    expect(await stage.as(team.ann).getHeartbeatContext({ issueId: leaf })).toMatchObject({
      ancestors,
      truncated,
    });
    const whole = await read(line[2]);
    expect(whole.ancestors.map(({ id }) => id)).toEqual(line.slice(3));
    expect(whole).not.toHaveProperty('truncated');
    expect(ancestors.map(({ id }) => id)).toEqual(line.slice(1, 51));
    expect(ancestors.map(({ project, goal }) => project?.name ?? goal?.title)).toEqual(
      ancestors.map((_, index) => (index % 2 === 0 ? 'Sell' : 'Shop')),
    );
    let statements = 0;
    const counted: Db = {
      run: (statement) => {
        statements += 1;
        return stage.db.run(statement);
      },
    };
    expect(
      (await findDetail(counted, [companyId], leaf, callerOf(boardActor())))?.ancestors,
    ).toEqual(ancestors);
    expect(statements).toBe(1);
  });

  it('is readable below twelve ancestors with the longest descriptions', async () => {
    let parentId: string | null = null;
    const description = 'b'.repeat(65_536);
    for (let level = 0; level <= 12; level += 1) {
      const { id }: { id: string } = await create({ parentId, description });
      parentId = id;
    }
    const issueId = parentId ?? '';
    const detail = await stage.as(team.ann).getIssue({ issueId });
    expect(detail).toMatchObject({ description, truncated: true });
    expect(detail.ancestors).toHaveLength(12);
    expect(await stage.as(team.ann).getHeartbeatContext({ issueId })).toMatchObject({
      ancestors: detail.ancestors,
      truncated: true,
    });
  });

  it('lists the transitions that each caller may make', async () => {
    const { id: issueId } = await create({ status: 'in_progress', assigneeAgentId: team.ann.id });
    const allowed = async (who: Parameters<IssuesStage['as']>[0]) =>
      (await stage.as(who).getIssue({ issueId })).allowedTransitions.toSorted();
    expect(await allowed(team.board)).toEqual(['blocked', 'cancelled', 'in_review']);
    expect(await allowed(team.manager)).toEqual(['blocked', 'cancelled', 'in_review']);
    expect(await allowed(team.ann)).toEqual(['blocked', 'in_review']);
    expect(await allowed(team.bob)).toEqual([]);
  });

  it('gives the same answer for absent, foreign and misspelt issues', async () => {
    const issue = await create();
    const other = await openTeam(stage);
    for (const [who, issueId] of [
      [other.ann, issue.id],
      [other.ann, issue.identifier],
      [team.ann, newId()],
      [team.ann, 'nonsense'],
      [boardActor({ companies: [] }), issue.id],
    ] as const) {
      await expect(stage.as(who).getIssue({ issueId })).rejects.toEqual(
        refusedWith('issue_not_found', { details: undefined }),
      );
    }
  });
});
