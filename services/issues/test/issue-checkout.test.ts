import { newId } from '@muster/service-kit';
import { openStage, serviceActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { openTeam, refusedWith, type IssuesStage, type Team } from './team.ts';

describe('getIssueCheckout', () => {
  let stage: IssuesStage;
  let team: Team;
  beforeAll(async () => {
    stage = await openStage(issuesService);
    team = await openTeam(stage);
  });
  afterAll(() => stage.close());
  const board = () => stage.as(team.board);
  const ask = (issueId: string | null, more: object = {}) =>
    stage.as(serviceActor()).getIssueCheckout({
      companyId: team.companyId,
      issueId,
      cwd: '/srv/shop',
      otherIssueIds: [],
      ...more,
    });

  it('answers the ref of the workspace in the folder, else of a primary one without a folder', async () => {
    const { companyId } = team;
    const workspaces = async (...all: object[]) => {
      const { id: projectId } = await board().createProject({ companyId, name: `Shop ${newId()}` });
      for (const one of all) await board().createWorkspace({ projectId, name: 'Code', ...one });
      const issue = await board().createIssue({ companyId, title: 'Sell', projectId });
      return ask(issue.id);
    };
    const remote = { repoUrl: 'https://git.example.com/shop.git', repoRef: 'main' };
    const local = { cwd: '/srv/shop', repoRef: 'release' };
    const other = { cwd: '/srv/other', repoRef: 'other' };
    expect(await workspaces(remote, local)).toMatchObject({ repoRef: 'release', ended: [] });
    expect(await workspaces(remote, other)).toMatchObject({ repoRef: 'main' });
    expect(await workspaces(other)).toMatchObject({ repoRef: null });
    const alone = await board().createIssue({ companyId, title: 'Alone' });
    expect(await ask(alone.id)).toEqual({
      identifier: alone.identifier,
      title: 'Alone',
      repoRef: null,
      ended: [],
    });
  });

  it('answers the repository to an agent without a folder, of the primary workspace first', async () => {
    const { companyId } = team;
    const ofWorkspaces = async (...all: object[]) => {
      const { id: projectId } = await board().createProject({ companyId, name: `Shop ${newId()}` });
      for (const one of all) await board().createWorkspace({ projectId, name: 'Code', ...one });
      const issue = await board().createIssue({ companyId, title: 'Sell', projectId });
      return ask(issue.id, { cwd: null });
    };
    const first = { repoUrl: 'https://git.example.com/first.git', repoRef: 'main' };
    const second = { repoUrl: 'https://git.example.com/second.git' };
    const folder = { cwd: '/srv/shop', repoRef: 'release' };
    expect(await ofWorkspaces(folder, first, second)).toMatchObject(first);
    expect(await ofWorkspaces(first, { ...second, isPrimary: true })).toMatchObject({
      ...second,
      repoRef: null,
    });
    expect(await ofWorkspaces(folder)).toMatchObject({ repoUrl: null, repoRef: null });
    expect(await ask(null, { cwd: null })).toMatchObject({ identifier: null, ended: [] });
  });

  it('names the issues of the company that have ended', async () => {
    const { companyId } = team;
    const make = async (title: string) => board().createIssue({ companyId, title, status: 'todo' });
    const [open, done, cancelled] = [await make('Open'), await make('Done'), await make('Not')];
    const claim = { issueId: done.id, agentId: team.ann.id };
    await stage.as(team.ann).checkoutIssue({ ...claim, expectedStatuses: ['todo'] });
    await board().updateIssue({ issueId: done.id, status: 'in_review' });
    await board().updateIssue({ issueId: done.id, status: 'done' });
    await board().updateIssue({ issueId: cancelled.id, status: 'cancelled' });
    const foreign = await openTeam(stage);
    const theirs = await stage
      .as(foreign.board)
      .createIssue({ companyId: foreign.companyId, title: 'Theirs' });
    await stage.as(foreign.board).updateIssue({ issueId: theirs.id, status: 'cancelled' });
    const otherIssueIds = [open, done, cancelled, theirs].map(({ id }) => id);
    const { ended } = await ask(null, { otherIssueIds });
    expect(new Set(ended)).toEqual(new Set([done.identifier, cancelled.identifier]));
    await expect(ask(theirs.id)).rejects.toEqual(refusedWith('issue_not_found'));
    await expect(
      board().getIssueCheckout({ companyId, issueId: null, cwd: '/', otherIssueIds: [] }),
    ).rejects.toEqual(refusedWith('caller_not_allowed'));
  });
});
