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

const create = (fields: object = {}) =>
  stage.as(team.ann).createProject({ companyId: team.companyId, name: 'The Shop', ...fields });

describe('createProject', () => {
  it('needs a name and fills in the rest', async () => {
    const project = await create();
    expect(project).toMatchObject({
      companyId: team.companyId,
      name: 'The Shop',
      urlKey: 'the-shop',
      description: '',
      status: 'planned',
      goalId: null,
      goalIds: [],
      goals: [],
      leadAgentId: null,
      targetDate: null,
      color: null,
      workspaces: [],
      primaryWorkspace: null,
      archivedAt: null,
      version: 1,
    });
    expect(await stage.as(team.board).getProject({ projectId: project.id })).toEqual(project);
    expect((await stage.emitted('project.created')).at(-1)?.payload).toEqual({
      projectId: project.id,
      name: 'The Shop',
      status: 'planned',
      goalIds: [],
      version: 1,
    });
  });

  it('creates the first workspace with it, as the primary one', async () => {
    const project = await create({
      workspace: { repoUrl: 'https://example.com/acme/shop.git', repoRef: 'main' },
    });
    expect(project.workspaces).toHaveLength(1);
    expect(project.primaryWorkspace).toEqual(project.workspaces[0]);
    expect(project.primaryWorkspace).toMatchObject({
      projectId: project.id,
      name: 'shop',
      cwd: null,
      isPrimary: true,
      repoRef: 'main',
      createdAt: project.createdAt,
    });
  });

  it('creates neither if the workspace has no location', async () => {
    const before = await stage.as(team.ann).listProjects({ companyId: team.companyId });
    await expect(create({ workspace: { name: 'nowhere' } })).rejects.toEqual(
      refusedWith('invalid_input', {
        details: [expect.objectContaining({ path: ['workspace', 'cwd'] })],
      }),
    );
    for (const repoUrl of ['file:///etc/passwd', 'javascript:alert(1)', 'shop', 'ext::sh -c x']) {
      await expect(create({ workspace: { repoUrl } })).rejects.toEqual(
        refusedWith('invalid_input'),
      );
    }
    expect(await stage.as(team.ann).listProjects({ companyId: team.companyId })).toEqual(before);
  });

  it('accepts goals and a lead of its own company only', async () => {
    const other = await openTeam(stage);
    const goal = await stage.as(team.ann).createGoal({ companyId: team.companyId, title: 'Sell' });
    const foreign = await stage.as(other.ann).createGoal({
      companyId: other.companyId,
      title: 'Sell',
    });
    const project = await create({ goalIds: [goal.id, goal.id], leadAgentId: team.bob.id });
    expect(project).toMatchObject({
      goalId: goal.id,
      goalIds: [goal.id],
      goals: [{ id: goal.id, title: 'Sell' }],
    });
    await expect(create({ goalIds: [foreign.id] })).rejects.toEqual(
      refusedWith('goal_not_found', { details: { field: 'goalIds' } }),
    );
    await expect(create({ leadAgentId: other.bob.id })).rejects.toEqual(
      refusedWith('agent_not_found', { details: { field: 'leadAgentId' } }),
    );
  });
});

describe('listProjects', () => {
  it('has the progress of each project where it is asked for', async () => {
    const other = await openTeam(stage);
    const { companyId } = other;
    const board = stage.as(other.board);
    const [shop, site] = [
      await board.createProject({ companyId, name: 'Shop' }),
      await board.createProject({ companyId, name: 'Site' }),
    ];
    await board.createIssue({ companyId, title: 'Paint', projectId: shop.id, status: 'todo' });
    await board.createIssue({ companyId, title: 'Alone', status: 'todo' });
    const listed = await board.listProjects({ companyId, progress: true });
    expect(listed).toMatchObject([
      { id: shop.id, progress: { byStatus: { todo: 1, done: 0 }, more: [] } },
      { id: site.id, progress: { byStatus: { todo: 0, done: 0 }, more: [] } },
    ]);
    expect(await board.getProject({ projectId: shop.id, progress: true })).toEqual(listed[0]);
    expect(await board.listProjects({ companyId })).not.toHaveProperty('0.progress');
  });
});

describe('updateProject', () => {
  it('changes fields, counts the version and emits the change', async () => {
    const project = await create();
    const changed = await stage.as(team.bob).updateProject({
      projectId: project.id,
      name: 'New shop',
      status: 'active',
      targetDate: '2027-01-31',
      color: '#00ff00',
      ifVersion: 1,
    });
    expect(changed).toMatchObject({
      name: 'New shop',
      urlKey: 'new-shop',
      status: 'active',
      targetDate: '2027-01-31',
      color: '#00ff00',
      version: 2,
    });
    const again = await stage.as(team.bob).updateProject({
      projectId: project.id,
      name: 'New shop',
    });
    expect(again).toEqual(changed);
    await expect(
      stage.as(team.bob).updateProject({
        projectId: project.id,
        name: 'Other',
        ifVersion: 1,
      }),
    ).rejects.toEqual(refusedWith('version_mismatch'));
    await expect(
      stage.as(team.bob).updateProject({ projectId: newId(), name: 'Other' }),
    ).rejects.toEqual(refusedWith('project_not_found'));
  });

  it('hides projects of other companies', async () => {
    const project = await create();
    const other = await openTeam(stage);
    const theirs = stage.as(other.ann);
    await expect(theirs.getProject({ projectId: project.id })).rejects.toEqual(
      refusedWith('project_not_found'),
    );
    await expect(theirs.updateProject({ projectId: project.id, name: 'Mine' })).rejects.toEqual(
      refusedWith('project_not_found'),
    );
    await expect(theirs.createWorkspace({ projectId: project.id, cwd: 'mine' })).rejects.toEqual(
      refusedWith('project_not_found'),
    );
  });
});

describe('workspaces', () => {
  const listed = async (projectId: string) =>
    (await stage.as(team.bob).listWorkspaces({ projectId })).map(
      ({ name, isPrimary }) => `${name}${isPrimary ? '*' : ''}`,
    );

  it('have exactly one primary, and promote the oldest if that one is deleted', async () => {
    const { id: projectId } = await create();
    const ann = stage.as(team.ann);
    const a = await ann.createWorkspace({ projectId, cwd: '/srv/a' });
    const b = await ann.createWorkspace({ projectId, cwd: './b' });
    expect([a.isPrimary, b.isPrimary]).toEqual([true, false]);
    const repoUrl = 'git@example.com:acme/c.git';
    await ann.createWorkspace({ projectId, repoUrl, isPrimary: true });
    expect(await listed(projectId)).toEqual(['c*', 'a', 'b']);
    await ann.updateWorkspace({ projectId, workspaceId: b.id, isPrimary: true, name: 'bee' });
    expect(await listed(projectId)).toEqual(['bee*', 'a', 'c']);
    await ann.updateWorkspace({ projectId, workspaceId: b.id, isPrimary: false });
    expect(await listed(projectId)).toEqual(['a*', 'bee', 'c']);
    expect(await ann.deleteWorkspace({ projectId, workspaceId: a.id })).toMatchObject({ id: a.id });
    expect(await listed(projectId)).toEqual(['bee*', 'c']);
    await expect(ann.deleteWorkspace({ projectId, workspaceId: a.id })).rejects.toEqual(
      refusedWith('workspace_not_found'),
    );
  });

  it('have one primary even if several are added at the same time', async () => {
    const { id: projectId } = await create();
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        stage.as(team.ann).createWorkspace({ projectId, cwd: `/srv/${n}`, isPrimary: n % 2 === 0 }),
      ),
    );
    const all = await stage.as(team.ann).listWorkspaces({ projectId });
    expect(all).toHaveLength(8);
    expect(all.filter(({ isPrimary }) => isPrimary)).toHaveLength(1);
  });

  it('count the changes of each, and change only the version that was read', async () => {
    const { id: projectId } = await create();
    const ann = stage.as(team.ann);
    const a = await ann.createWorkspace({ projectId, cwd: '/srv/a' });
    const b = await ann.createWorkspace({ projectId, cwd: '/srv/b', isPrimary: true });
    expect([a.version, b.version]).toEqual([1, 1]);
    const change = { projectId, workspaceId: a.id, name: 'first' };
    // The other one has taken its place as the primary one.
    await expect(ann.updateWorkspace({ ...change, ifVersion: 1 })).rejects.toEqual(
      refusedWith('version_mismatch'),
    );
    const changed = await ann.updateWorkspace({ ...change, ifVersion: 2, isPrimary: true });
    expect(changed).toMatchObject({ name: 'first', isPrimary: true, version: 3 });
    expect(await ann.listWorkspaces({ projectId })).toEqual([
      changed,
      { ...b, isPrimary: false, version: 2 },
    ]);
    const { id: issueId } = await ann.createIssue({
      companyId: team.companyId,
      title: 'Count',
      projectId,
    });
    expect(await ann.getIssue({ issueId })).toMatchObject({
      project: { primaryWorkspace: changed },
    });
  });

  it('need a location, before and after a change', async () => {
    const { id: projectId } = await create();
    const { id: workspaceId } = await stage.as(team.ann).createWorkspace({
      projectId,
      cwd: '/srv/a',
    });
    await expect(stage.as(team.ann).createWorkspace({ projectId, name: 'x' })).rejects.toEqual(
      refusedWith('invalid_input'),
    );
    await expect(
      stage.as(team.ann).updateWorkspace({ projectId, workspaceId, cwd: null }),
    ).rejects.toEqual(refusedWith('invalid_input'));
    const moved = await stage.as(team.ann).updateWorkspace({
      projectId,
      workspaceId,
      cwd: null,
      repoUrl: 'ssh://git@example.com/acme/shop',
    });
    expect(moved).toMatchObject({ cwd: null, name: 'a', isPrimary: true });
  });
});
