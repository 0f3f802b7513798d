import { newId } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, refusedWith, type Team } from './team.ts';

let stage: IssuesStage;
let team: Team;
beforeAll(async () => {
  stage = await openStage(issuesService);
  team = await openTeam(stage);
});
afterAll(() => stage.close());

const create = (fields: object = {}, of = team) =>
  stage.as(of.ceo).createGoal({ companyId: of.companyId, title: 'Grow', ...fields });
const update = (goalId: string, fields: object) =>
  stage.as(team.ceo).updateGoal({ goalId, ...fields });

describe('createGoal', () => {
  it('needs a title and fills in the rest', async () => {
    const goal = await create();
    expect(goal).toMatchObject({
      title: 'Grow',
      description: '',
      level: 'task',
      status: 'planned',
      parentId: null,
      ownerAgentId: null,
      version: 1,
    });
    expect(goal).not.toHaveProperty('depth');
    expect(await stage.as(team.ann).getGoal({ goalId: goal.id })).toEqual(goal);
    expect((await stage.emitted('goal.created')).at(-1)?.payload).toMatchObject({
      goalId: goal.id,
      title: 'Grow',
      version: 1,
    });
  });

  it('is no wider than its parent', async () => {
    const team1 = await create({ level: 'team' });
    expect((await create({ level: 'team', parentId: team1.id })).parentId).toBe(team1.id);
    await expect(create({ level: 'company', parentId: team1.id })).rejects.toEqual(
      refusedWith('goal_level_mismatch', { status: 422 }),
    );
  });

  it('refuses parents and owners that are unknown or of another company', async () => {
    const other = await openTeam(stage);
    const foreign = await create({}, other);
    for (const parentId of [newId(), foreign.id]) {
      await expect(create({ parentId })).rejects.toEqual(
        refusedWith('goal_not_found', { details: { field: 'parentId' } }),
      );
    }
    await expect(create({ ownerAgentId: other.ann.id })).rejects.toEqual(
      refusedWith('agent_not_found', { details: { field: 'ownerAgentId' } }),
    );
    await expect(stage.as(team.ann).getGoal({ goalId: foreign.id })).rejects.toEqual(
      refusedWith('goal_not_found'),
    );
  });
});

describe('updateGoal', () => {
  it('changes fields, counts the version and emits once', async () => {
    const goal = await create();
    const changed = await update(goal.id, { status: 'active', description: 'More', ifVersion: 1 });
    expect(changed).toMatchObject({ status: 'active', description: 'More', version: 2 });
    expect(await update(goal.id, { status: 'active' })).toEqual(changed);
    await expect(update(goal.id, { status: 'achieved', ifVersion: 1 })).rejects.toEqual(
      refusedWith('version_mismatch'),
    );
  });

  it('refuses levels that do not fit the parent or the children', async () => {
    const parent = await create({ level: 'team' });
    const child = await create({ level: 'agent', parentId: parent.id });
    for (const [goal, level] of [
      [parent, 'task'],
      [child, 'company'],
    ] as const) {
      await expect(update(goal.id, { level })).rejects.toEqual(refusedWith('goal_level_mismatch'));
    }
    expect((await update(parent.id, { level: 'company' })).level).toBe('company');
  });

  it('makes no cycle, even with two concurrent moves', async () => {
    const a = await create();
    const b = await create({ parentId: a.id });
    await expect(update(a.id, { parentId: b.id })).rejects.toEqual(refusedWith('would_make_cycle'));
    await expect(update(a.id, { parentId: a.id })).rejects.toEqual(refusedWith('would_make_cycle'));
    for (let round = 0; round < 10; round += 1) {
      const [left, right] = [await create(), await create()];
      const moved = await Promise.allSettled([
        update(left.id, { parentId: right.id }),
        update(right.id, { parentId: left.id }),
      ]);
      expect(moved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });
});

describe('listGoals', () => {
  it('lists parents before their children, also after a move, flat and nested', async () => {
    const otherTeam = await openTeam(stage);
    const [a, b] = [
      await create({ title: 'a' }, otherTeam),
      await create({ title: 'b' }, otherTeam),
    ];
    const c = await create({ title: 'c', parentId: b.id }, otherTeam);
    await create({ title: 'd', parentId: c.id }, otherTeam);
    const list = (query: object = {}) =>
      stage.as(otherTeam.ann).listGoals({ companyId: otherTeam.companyId, ...query });
    const titles = async (query?: object) => (await list(query)).map(({ title }) => title);
    expect(await titles()).toEqual(['a', 'b', 'c', 'd']);
    await stage.as(otherTeam.ceo).updateGoal({ goalId: b.id, parentId: a.id });
    expect(await titles()).toEqual(['a', 'b', 'c', 'd']);
    expect(await list({ tree: true })).toMatchObject([
      {
        title: 'a',
        children: [
          {
            title: 'b',
            children: [
              {
                title: 'c',
                children: [{ title: 'd', children: [] }],
              },
            ],
          },
        ],
      },
    ]);
    await stage.as(otherTeam.ceo).updateGoal({ goalId: c.id, parentId: null });
    expect(await titles()).toEqual(['a', 'c', 'b', 'd']);
    expect(await titles({ limit: 2 })).toEqual(['a', 'c']);
  });

  it('has the progress of each goal where it is asked for, flat and nested', async () => {
    const otherTeam = await openTeam(stage);
    const { companyId } = otherTeam;
    const a = await create({ title: 'a' }, otherTeam);
    const b = await create({ title: 'b', parentId: a.id }, otherTeam);
    const board = stage.as(otherTeam.board);
    for (const status of ['todo', 'todo', 'backlog'] as const) {
      await board.createIssue({ companyId, title: 'Work', goalId: b.id, status });
    }
    const none = { backlog: 0, todo: 0, in_progress: 0, in_review: 0, blocked: 0, done: 0 };
    const ofA = { progress: { byStatus: { ...none, cancelled: 0 }, more: [] } };
    const ofB = { progress: { byStatus: { ...ofA.progress.byStatus, todo: 2, backlog: 1 } } };
    const query = { companyId, progress: true };
    expect(await board.listGoals(query)).toMatchObject([ofA, ofB]);
    expect(await board.listGoals({ ...query, tree: true })).toMatchObject([
      { ...ofA, children: [ofB] },
    ]);
    expect(await board.getGoal({ goalId: b.id, progress: true })).toMatchObject(ofB);
    expect(await board.getGoal({ goalId: b.id })).not.toHaveProperty('progress');
    expect((await board.listGoals({ companyId }))[0]).not.toHaveProperty('progress');
  });
});
