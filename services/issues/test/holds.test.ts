/** Holds: what nobody starts, what goes on, what is left out of inboxes, and what is announced when. */
import type { Actor, Issue } from '@muster/contracts';
import { agentActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { countWaiting } from '../src/store/overviews/agent-inbox.ts';
import { type IssuesStage, openTeam, refusedWith, type Team } from './team.ts';

let stage: IssuesStage;
let team: Team;
beforeAll(async () => {
  stage = await openStage(issuesService);
  team = await openTeam(stage);
});
afterAll(() => stage.close());

const board = () => stage.as(team.board);
const create = (fields: object, who: Actor = team.board) =>
  stage
    .as(who)
    .createIssue({ companyId: team.companyId, title: 'Work', status: 'todo', ...fields });
const forAnn = (fields: object = {}) => create({ assigneeAgentId: team.ann.id, ...fields });
const checkout = ({ id: issueId }: Issue, who: Actor = team.ann, agentId = team.ann.id) =>
  stage.as(who).checkoutIssue({ issueId, agentId, expectedStatuses: ['todo'] });
const start = ({ id: issueId }: Issue, who: Actor) =>
  stage.as(who).updateIssue({ issueId, status: 'in_progress' });
const held = (name: string, reason: string) =>
  refusedWith('issue_held', {
    details: expect.objectContaining({ hold: expect.objectContaining({ name, reason }) }),
  });
const reason = 'A freeze';
const hold = ({ id: issueId }: Issue, more: object = {}) =>
  board().holdIssue({ issueId, reason, ...more });
const lift = ({ id: issueId }: Issue) => board().liftIssueHold({ issueId });
const eventsOf = async ({ id }: Issue) =>
  (await stage.emitted()).flatMap(({ entityId, type, payload }) =>
    entityId === id ? [{ type, ...(payload as object) }] : [],
  );
const typesOf = async (issue: Issue) =>
  (await eventsOf(issue))
    .map(({ type }) => type)
    .filter((type) => type === 'issue.held' || type === 'issue.hold_lifted');
const announced = (issue: Issue, types: string[]) =>
  expect.poll(() => typesOf(issue), { timeout: 20_000 }).toEqual(types);

describe('a held issue', () => {
  it('is started by nobody, and neither is what is below it, at any depth', async () => {
    const root = await forAnn();
    const child = await forAnn({ parentId: root.id });
    const deep = await forAnn({ parentId: child.id });
    await hold(root);
    for (const issue of [root, child, deep]) {
      await expect(checkout(issue)).rejects.toEqual(held(root.identifier, reason));
      await expect(checkout(issue, team.board)).rejects.toEqual(held(root.identifier, reason));
      for (const who of [team.ann, team.manager, team.board]) {
        await expect(start(issue, who)).rejects.toEqual(held(root.identifier, reason));
      }
    }
    expect(await board().getIssue({ issueId: deep.id })).toMatchObject({
      hold: { issueId: root.id, projectId: null, name: root.identifier, reason },
      allowedTransitions: expect.not.arrayContaining(['in_progress']),
    });
    await lift(root);
    expect((await checkout(deep)).status).toBe('in_progress');
  });

  it('holds what is created below it or moved there later, and lets go what is moved away', async () => {
    const root = await forAnn();
    await hold(root);
    const begun = { parentId: root.id, status: 'in_progress' };
    await expect(forAnn(begun)).rejects.toEqual(held(root.identifier, reason));
    const parts = {
      issueId: root.id,
      children: [{ title: 'Begun', status: 'in_progress' as const, assigneeAgentId: team.ann.id }],
    };
    await expect(board().createChildren(parts)).rejects.toEqual(
      refusedWith('child_refused', { details: expect.objectContaining({ code: 'issue_held' }) }),
    );
    const child = await forAnn({ parentId: root.id });
    expect(child).toMatchObject({ note: expect.stringContaining(root.identifier) });
    expect(await eventsOf(child)).toContainEqual(
      expect.objectContaining({ type: 'issue.created', heldBy: root.identifier }),
    );
    const moved = await forAnn();
    const below = await forAnn({ parentId: moved.id });
    const startThere = { issueId: moved.id, parentId: root.id, status: 'in_progress' as const };
    await expect(board().updateIssue(startThere)).rejects.toEqual(held(root.identifier, reason));
    await board().updateIssue({ issueId: moved.id, parentId: root.id });
    await expect(checkout(below)).rejects.toEqual(held(root.identifier, reason));
    await announced(moved, ['issue.held']);
    await announced(below, ['issue.held']);
    await board().updateIssue({ issueId: moved.id, parentId: null });
    expect((await checkout(below)).status).toBe('in_progress');
    await announced(below, ['issue.held', 'issue.hold_lifted']);
  });

  it('may be reported on, handed on and ended; what is in progress stays so', async () => {
    const root = await forAnn();
    await checkout(root);
    await hold(root);
    const as = stage.as(team.ann);
    await as.addComment({ issueId: root.id, body: 'Half done' });
    expect((await checkout(root).catch(() => as.getIssue({ issueId: root.id }))).status).toBe(
      'in_progress',
    );
    const inbox = await as.getInbox({});
    expect(inbox.map(({ id }) => id)).toContain(root.id);
    expect((await as.updateIssue({ issueId: root.id, status: 'in_review' })).status).toBe(
      'in_review',
    );
  });

  it('stands in no inbox while it waits, and is counted', async () => {
    const quiet = await stage.given.agent(team.companyId, { name: 'Quiet' });
    const inboxOf = (input: object = {}) =>
      stage.as(agentActor(team.companyId, { id: quiet.agentId })).getInbox(input);
    const root = await create({ assigneeAgentId: quiet.agentId });
    const other = await create({ assigneeAgentId: quiet.agentId });
    await hold(root);
    const inbox = await inboxOf();
    expect(inbox.map(({ id }) => id)).toEqual([other.id]);
    expect(
      await countWaiting(stage.db, { companyId: team.companyId, agentId: quiet.agentId }),
    ).toBe(1);
    expect((await inboxOf({ blocked: true })).map(({ id }) => id)).toEqual([root.id]);
  });

  it('is announced with all that is open below it, once for each hold and each end', async () => {
    const root = await forAnn();
    const open = await forAnn({ parentId: root.id });
    const over = await forAnn({ parentId: root.id });
    const aside = await forAnn();
    await board().updateIssue({ issueId: over.id, status: 'cancelled' });
    await hold(root, { cancelRuns: true });
    await announced(root, ['issue.held']);
    await announced(open, ['issue.held']);
    expect((await eventsOf(open)).at(-1)).toMatchObject({
      heldBy: root.identifier,
      reason,
      cancelRuns: true,
    });
    await lift(root);
    await announced(root, ['issue.held', 'issue.hold_lifted']);
    await announced(open, ['issue.held', 'issue.hold_lifted']);
    expect([await typesOf(over), await typesOf(aside)]).toEqual([[], []]);
    await lift(root);
    expect(await typesOf(root)).toHaveLength(2);
  });

  it.each([
    [undefined, null],
    [false, false],
  ])(
    "says of its runs what the board has said, and nothing where it is the company's: %s",
    async (cancelRuns, said) => {
      const issue = await forAnn();
      await hold(issue, cancelRuns === undefined ? {} : { cancelRuns });
      await announced(issue, ['issue.held']);
      expect((await eventsOf(issue)).at(-1)).toMatchObject({ reason, cancelRuns: said });
    },
  );

  it('stays held by what is above it when its own hold is lifted', async () => {
    const root = await forAnn();
    const child = await forAnn({ parentId: root.id });
    await hold(root);
    await board().holdIssue({ issueId: child.id, reason: 'Its own' });
    await expect(checkout(child)).rejects.toEqual(held(child.identifier, 'Its own'));
    expect(await lift(child)).toMatchObject({ hold: { issueId: root.id } });
    await expect(checkout(child)).rejects.toEqual(held(root.identifier, reason));
  });

  it('is announced when it is reopened in what is held', async () => {
    const root = await forAnn();
    const over = await forAnn({ parentId: root.id });
    await board().updateIssue({ issueId: over.id, status: 'cancelled' });
    await hold(root);
    await board().reopenIssue({ issueId: over.id });
    await announced(over, ['issue.held']);
    await expect(checkout(over)).rejects.toEqual(held(root.identifier, reason));
  });
});

describe('a held project', () => {
  it('holds its issues and what is below them, and shows its hold', async () => {
    const { companyId } = team;
    const project = await board().createProject({ companyId, name: 'Launch' });
    const { id: projectId } = project;
    const issue = await forAnn({ projectId });
    const below = await forAnn({ parentId: issue.id });
    const answer = await board().holdProject({ projectId, reason });
    expect(answer).toMatchObject({ projectId, hold: { projectId, name: 'Launch', reason } });
    expect((await board().getProject({ projectId })).hold).toEqual(answer.hold);
    for (const each of [issue, below]) {
      await expect(checkout(each)).rejects.toEqual(held('Launch', reason));
      await announced(each, ['issue.held']);
    }
    await board().liftProjectHold({ projectId });
    await announced(below, ['issue.held', 'issue.hold_lifted']);
    expect((await checkout(below)).status).toBe('in_progress');
    expect((await board().getProject({ projectId })).hold).toBeNull();
  });
});
