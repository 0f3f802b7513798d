/** Labels, projects, goals and blockers of issues. */
import type { Issue } from '@muster/contracts';
import { many, newId, one, sql } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, refusedWith, type Team } from './team.ts';

let stage: IssuesStage;
let team: Team;
let other: Team;
beforeAll(async () => {
  stage = await openStage(issuesService);
  team = await openTeam(stage);
  other = await openTeam(stage);
});
afterAll(() => stage.close());

const create = (fields: object = {}, of = team): Promise<Issue> =>
  stage.as(of.board).createIssue({ companyId: of.companyId, title: 'Work', ...fields });
const update = ({ id }: Issue, fields: object) =>
  stage.as(team.board).updateIssue({ issueId: id, ...fields });
const label = (name: string, of = team) =>
  stage.as(of.ann).createLabel({ companyId: of.companyId, name, color: '#AA00ff' });

describe('labels', () => {
  it('have names that differ in more than case', async () => {
    const bug = await label('Bug');
    expect(bug).toMatchObject({ companyId: team.companyId, name: 'Bug', color: '#AA00ff' });
    await expect(label('bug')).rejects.toEqual(refusedWith('name_taken', { status: 409 }));
    await expect(label('')).rejects.toEqual(refusedWith('invalid_input'));
    await expect(
      stage.as(team.ann).createLabel({
        companyId: team.companyId,
        name: 'Red',
        color: 'red',
      }),
    ).rejects.toEqual(refusedWith('invalid_input'));
    expect((await label('bug', other)).name).toBe('bug');
    await label('Alpha');
    const all = await stage.as(team.bob).listLabels({ companyId: team.companyId });
    expect(all.map(({ name }) => name)).toEqual(['Alpha', 'Bug']);
  });

  it('are set on issues, found by a filter, and removed when they are deleted', async () => {
    const [ui, api] = [await label('UI'), await label('API')];
    const issue = await create({ labelIds: [ui.id, api.id, ui.id] });
    expect(issue).toMatchObject({
      labelIds: [ui.id, api.id],
      labels: [
        { id: api.id, name: 'API', color: api.color },
        { id: ui.id, name: 'UI' },
      ],
    });
    const worn = (labelId: string) =>
      stage.as(team.ann).listIssues({ companyId: team.companyId, labelId });
    expect((await worn(ui.id)).map(({ id }) => id)).toEqual([issue.id]);
    expect(await update(issue, { labelIds: [ui.id] })).toMatchObject({
      version: 2,
      labels: [{ id: ui.id, name: 'UI', color: ui.color }],
    });
    expect((await stage.emitted('issue.updated')).at(-1)?.payload['changes']).toEqual({
      labelIds: { from: [ui.id, api.id], to: [ui.id] },
    });
    expect(await stage.as(team.ann).deleteLabel({ labelId: ui.id })).toEqual(ui);
    expect(await worn(ui.id)).toEqual([]);
    expect(await stage.as(team.ann).getIssue({ issueId: issue.id })).toMatchObject({
      labels: [],
      labelIds: [],
    });
    await expect(stage.as(team.ann).deleteLabel({ labelId: ui.id })).rejects.toEqual(
      refusedWith('label_not_found'),
    );
    await expect(stage.as(other.ann).deleteLabel({ labelId: api.id })).rejects.toEqual(
      refusedWith('label_not_found'),
    );
  });
});

describe('deleteLabel', () => {
  it('leaves no issue with the label, even one that gets it at the same time', async () => {
    const deleted: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      const [gone, kept] = [await label(`gone ${round}`), await label(`kept ${round}`)];
      const worn = await Promise.all(
        Array.from({ length: 4 }, () => create({ labelIds: [gone.id] })),
      );
      await Promise.allSettled([
        ...worn.map((issue) => update(issue, { labelIds: [gone.id, kept.id] })),
        stage.as(team.ann).deleteLabel({ labelId: gone.id }),
        ...worn.map((issue) => update(issue, { labelIds: [kept.id, gone.id], title: 'New' })),
      ]);
      const left = await stage.as(team.ann).listIssues({
        companyId: team.companyId,
        labelId: gone.id,
      });
      expect(left).toEqual([]);
      deleted.push(gone.id);
    }
    const worn = () =>
      many(
        stage.db,
        sql`
        select id from issues where label_ids && ${deleted}::uuid[] order by id limit 100`,
      );
    await expect.poll(worn, { timeout: 60_000 }).toEqual([]);
  });
});

describe('links of an issue', () => {
  it('belong to the company of the issue', async () => {
    const foreign = {
      projectId: (
        await stage.as(other.ann).createProject({
          companyId: other.companyId,
          name: 'Theirs',
        })
      ).id,
      goalId: (
        await stage.as(other.ann).createGoal({
          companyId: other.companyId,
          title: 'Theirs',
        })
      ).id,
      labelIds: [(await label('Theirs', other)).id],
      blockedByIssueIds: [(await create({}, other)).id],
    };
    const codes = {
      projectId: 'project_not_found',
      goalId: 'goal_not_found',
      labelIds: 'label_not_found',
      blockedByIssueIds: 'issue_not_found',
    };
    const issue = await create();
    for (const [field, code] of Object.entries(codes)) {
      const isList = field.endsWith('Ids');
      for (const id of [foreign[field as keyof typeof foreign], isList ? [newId()] : newId()]) {
        const refusal = refusedWith(code, { status: 404, details: { field } });
        await expect(create({ [field]: id })).rejects.toEqual(refusal);
        await expect(update(issue, { [field]: id })).rejects.toEqual(refusal);
      }
    }
  });

  it('include the project and the goal, also of the ancestors', async () => {
    const as = stage.as(team.ann);
    const { companyId } = team;
    const goal = await as.createGoal({ companyId, title: 'Sell', level: 'company' });
    const project = await as.createProject({
      companyId,
      name: 'Shop',
      goalIds: [goal.id],
      workspace: { cwd: '/srv/shop' },
    });
    const parent = await create({ projectId: project.id, goalId: goal.id });
    const child = await create({ parentId: parent.id, projectId: project.id });
    const seen = await as.getIssue({ issueId: child.id });
    const projectView = {
      id: project.id,
      name: 'Shop',
      description: '',
      status: 'planned',
      goalId: goal.id,
      workspaces: project.workspaces,
      primaryWorkspace: project.primaryWorkspace,
    };
    const goalView = {
      id: goal.id,
      title: 'Sell',
      description: '',
      level: 'company',
      status: 'planned',
    };
    expect(seen).toMatchObject({ project: projectView, goal: null });
    expect(seen.ancestors).toMatchObject([
      {
        id: parent.id,
        projectId: project.id,
        project: projectView,
        goal: goalView,
      },
    ]);
    for (const query of [{ projectId: project.id }, { goalId: goal.id, status: ['backlog'] }]) {
      const rows = await as.listIssues({ companyId, ...query } as never);
      expect(rows.map(({ id }) => id)).toContain(parent.id);
    }
    expect(await update(child, { projectId: null })).toMatchObject({ projectId: null });
  });

  it('are answered in one read for a heartbeat', async () => {
    const issue = await create({ description: 'All of it' });
    const context = () => stage.as(team.ann).getHeartbeatContext({ issueId: issue.identifier });
    expect(await context()).toMatchObject({
      id: issue.id,
      description: 'All of it',
      ancestors: [],
      project: null,
      goal: null,
      allowedTransitions: ['todo', 'cancelled'],
      comments: { count: 0, lastCommentId: null },
    });
    const { id } = await stage.as(team.bob).addComment({ issueId: issue.id, body: 'Hello' });
    expect((await context()).comments).toEqual({ count: 1, lastCommentId: id });
  });
});

describe('blockers', () => {
  it('make no cycle, even with two concurrent changes', async () => {
    const [a, b, c] = [await create(), await create(), await create()];
    await update(b, { blockedByIssueIds: [a.id] });
    await update(c, { blockedByIssueIds: [b.id] });
    for (const blocker of [a, c]) {
      await expect(update(a, { blockedByIssueIds: [blocker.id] })).rejects.toEqual(
        refusedWith('would_make_cycle'),
      );
    }
    for (let round = 0; round < 10; round += 1) {
      const [left, right] = [await create(), await create()];
      const moved = await Promise.allSettled([
        update(left, { blockedByIssueIds: [right.id] }),
        update(right, { blockedByIssueIds: [left.id] }),
      ]);
      expect(moved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });

  it('unblock an issue once, when the last one ends', async () => {
    const [a, b] = [await create(), await create({ status: 'in_review' })];
    const waiting = await create({
      blockedByIssueIds: [a.id, b.id],
      assigneeAgentId: team.ann.id,
      status: 'todo',
    });
    const done = await create({ blockedByIssueIds: [a.id, b.id], status: 'done' });
    const allowed = async () =>
      (await stage.emitted('issue.unblocked')).map(({ entityId }) => entityId);
    await update(a, { status: 'cancelled' });
    expect(await allowed()).not.toContain(waiting.id);
    await update(b, { status: 'done' });
    expect((await allowed()).filter((id) => id === waiting.id)).toHaveLength(1);
    expect(await allowed()).not.toContain(done.id);
  });

  it('unblock exactly once even if the last two end at the same time', async () => {
    for (let round = 0; round < 15; round += 1) {
      const blockers = [await create(), await create()];
      const waiting = await create({ blockedByIssueIds: blockers.map(({ id }) => id) });
      await Promise.all(blockers.map((blocker) => update(blocker, { status: 'cancelled' })));
      const allowed = (await stage.emitted('issue.unblocked')).filter(
        ({ entityId }) => entityId === waiting.id,
      );
      expect(allowed).toHaveLength(1);
    }
  });

  it('that have ended do not block', async () => {
    const [ended, open] = [await create(), await create()];
    await update(ended, { status: 'cancelled' });
    const both = { blockedByIssueIds: [ended.id, open.id] };
    const [made, changed] = [await create(both), await update(await create(), both)];
    for (const waiting of [made, changed]) expect(waiting.blockedByIssueIds).toEqual([open.id]);
    await update(open, { status: 'cancelled' });
    const unblocked = (await stage.emitted('issue.unblocked')).map(({ entityId }) => entityId);
    expect(unblocked).toEqual(expect.arrayContaining([made.id, changed.id]));
  });

  it('block or have ended if they are set while they end', async () => {
    for (let round = 0; round < 15; round += 1) {
      const [blocker, waiting] = [await create(), await create()];
      const [set] = await Promise.all([
        update(waiting, { blockedByIssueIds: [blocker.id] }),
        update(blocker, { status: 'cancelled' }),
      ]);
      const unblocked = (await stage.emitted('issue.unblocked')).filter(
        ({ entityId }) => entityId === waiting.id,
      );
      expect(unblocked).toHaveLength(set.blockedByIssueIds.length);
    }
  });

  it('end at the same time without a deadlock, also if one of them blocks the other', async () => {
    for (let round = 0; round < 15; round += 1) {
      const [early, late] = [await create(), await create()];
      const first = await create();
      // `first` blocks `late`, and both block `early`, which has the smaller id.
      await update(late, { blockedByIssueIds: [first.id] });
      await update(early, { blockedByIssueIds: [first.id, late.id] });
      await Promise.all([first, late].map((issue) => update(issue, { status: 'cancelled' })));
      const unblocked = (await stage.emitted('issue.unblocked')).filter(
        ({ entityId }) => entityId === early.id,
      );
      expect(unblocked).toHaveLength(1);
    }
    const { deadlocks } = await one<{ deadlocks: number }>(
      stage.db,
      sql`select deadlocks from pg_stat_database where datname = current_database()`,
    );
    expect(deadlocks).toBe(0);
  });
});
