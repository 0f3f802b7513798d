/** Open blockers order work: what no agent starts, what is noted, what events say, what frees an issue. */
import type { Actor, Issue } from '@muster/contracts';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, refusedWith, type Team } from './team.ts';

let stage: IssuesStage;
let team: Team;
let blocker: Issue;
beforeAll(async () => {
  stage = await openStage(issuesService);
  team = await openTeam(stage);
});
afterAll(() => stage.close());
beforeEach(async () => {
  blocker = await create({ title: 'First' });
});

const create = (fields: object, who: Actor = team.board) =>
  stage.as(who).createIssue({ companyId: team.companyId, title: 'Then', ...fields });
const update = ({ id: issueId }: Issue, patch: object, who: Actor = team.board) =>
  stage.as(who).updateIssue({ issueId, ...patch });
const checkout = ({ id: issueId }: Issue, who: Actor, agentId = who.id) =>
  stage
    .as(who)
    .checkoutIssue({ issueId, agentId, expectedStatuses: ['todo', 'blocked', 'in_review'] });
const end = (issue: Issue) => update(issue, { status: 'cancelled' });
const waiting = (fields: object = {}) =>
  create({
    status: 'todo',
    assigneeAgentId: team.ann.id,
    blockedByIssueIds: [blocker.id],
    ...fields,
  });
const blocked = () => {
  const { id, identifier, title, status } = blocker;
  return refusedWith('issue_blocked', {
    details: expect.objectContaining({ blockers: [{ id, identifier, title, status }] }),
  });
};
const eventsOf = async ({ id }: Issue) =>
  (await stage.emitted()).filter(({ entityId }) => entityId === id);

describe('an open blocker', () => {
  it('keeps every agent from checking the issue out, and names itself', async () => {
    const issue = await waiting();
    const unassigned = await waiting({ assigneeAgentId: null });
    await expect(checkout(issue, team.ann)).rejects.toEqual(blocked());
    await expect(checkout(unassigned, team.bob)).rejects.toEqual(blocked());
    const stuck = await waiting({ status: 'blocked' });
    await expect(checkout(stuck, team.ann)).rejects.toEqual(blocked());
    await end(blocker);
    expect((await checkout(issue, team.ann)).status).toBe('in_progress');
  });

  it.each(['todo', 'blocked', 'in_review'])(
    'keeps agents from moving it on from %s',
    async (status) => {
      const issue = await waiting({ status });
      for (const who of [team.ann, team.manager, team.stranger]) {
        await expect(update(issue, { status: 'in_progress' }, who)).rejects.toEqual(blocked());
      }
      const given = { status: 'in_progress', assigneeAgentId: team.bob.id };
      await expect(update(issue, given, team.manager)).rejects.toEqual(blocked());
    },
  );

  it('keeps agents from creating the issue as begun', async () => {
    const begun = { status: 'in_progress', assigneeAgentId: team.ann.id };
    const links = { blockedByIssueIds: [blocker.id] };
    await expect(create({ ...begun, ...links }, team.ann)).rejects.toEqual(blocked());
    const part = { ...begun, ...links, parentId: blocker.id };
    await expect(create(part, team.manager)).rejects.toEqual(blocked());
    await end(blocker);
    expect((await create({ ...begun, ...links }, team.ann)).status).toBe('in_progress');
  });

  it('binds an update that names it, and not one that removes it', async () => {
    const issue = await create({ status: 'todo', assigneeAgentId: team.ann.id });
    const start = { status: 'in_progress' };
    const named = { ...start, blockedByIssueIds: [blocker.id] };
    await expect(update(issue, named, team.ann)).rejects.toEqual(blocked());
    const held = await waiting();
    const freed = await update(held, { ...start, blockedByIssueIds: [] }, team.ann);
    expect(freed.status).toBe('in_progress');
  });

  it('leaves an issue in progress to its holder, who may claim it again and give it away', async () => {
    const issue = await create({ status: 'todo', assigneeAgentId: team.ann.id });
    await checkout(issue, team.ann);
    const { version } = await update(issue, { blockedByIssueIds: [blocker.id] });
    expect(await checkout(issue, team.ann)).toMatchObject({ status: 'in_progress', version });
    const given = await update(issue, { assigneeAgentId: team.manager.id }, team.ann);
    expect(given).toMatchObject({ status: 'in_progress', assigneeAgentId: team.manager.id });
    await update(issue, { status: 'blocked' }, team.manager);
    await expect(checkout(issue, team.manager)).rejects.toEqual(blocked());
  });

  it('does not stop the board, and the events note it', async () => {
    const note = `started although open issues block it: ${blocker.identifier}`;
    const moved = await waiting();
    expect((await update(moved, { status: 'in_progress' })).note).toBe(note);
    const claimed = await waiting();
    await checkout(claimed, team.board, team.ann.id);
    const begun = await waiting({ status: 'in_progress' });
    expect(begun.note).toBe(note);
    for (const issue of [moved, claimed, begun]) {
      const noted = (await eventsOf(issue)).filter(({ payload }) => 'note' in payload);
      expect(noted.map(({ payload }) => payload)).toEqual([
        expect.objectContaining({ note, openBlockers: [blocker.identifier] }),
      ]);
    }
  });

  it('is in the events by which an agent would be woken', async () => {
    const issue = await waiting();
    await update(issue, { assigneeAgentId: team.bob.id });
    await update(issue, { priority: 'high' });
    const named = (await eventsOf(issue)).map(({ type, payload }) => [
      type,
      (payload as { openBlockers?: string[] }).openBlockers,
    ]);
    expect(named).toEqual([
      ['issue.created', [blocker.identifier]],
      ['issue.assigned', [blocker.identifier]],
      ['issue.assigned', [blocker.identifier]],
      ['issue.updated', [blocker.identifier]],
    ]);
  });

  it('is noted where the issue is assigned or done in spite of it', async () => {
    const { identifier } = blocker;
    const wakesNone = `open issues block it: ${identifier}; its agent is woken when the last has ended`;
    const issue = await waiting();
    expect(issue.note).toBe(wakesNone);
    expect((await update(issue, { assigneeAgentId: team.bob.id })).note).toBe(wakesNone);
    expect((await update(issue, { title: 'Later' })).note).toBeUndefined();
    const done = `done although open issues block it: ${identifier}`;
    const reviewed = await waiting({ status: 'in_review' });
    expect((await update(reviewed, { status: 'done' })).note).toBe(done);
    expect((await waiting({ status: 'done' })).note).toBe(done);
  });
});

describe('issue.unblocked', () => {
  const types = async (issue: Issue) => (await eventsOf(issue)).map(({ type }) => type);

  it('is emitted as well when the list of blockers loses the last open one', async () => {
    const other = await create({});
    const issue = await waiting({ blockedByIssueIds: [blocker.id, other.id] });
    await update(issue, { blockedByIssueIds: [other.id] });
    expect(await types(issue)).not.toContain('issue.unblocked');
    await update(issue, { blockedByIssueIds: [] }, team.manager);
    expect((await types(issue)).slice(-2)).toEqual(['issue.updated', 'issue.unblocked']);
  });

  it('is not emitted where its own assignee shortens the list, or where the issue has ended', async () => {
    const issue = await waiting();
    await update(issue, { blockedByIssueIds: [] }, team.ann);
    const ended = await waiting({ status: 'cancelled' });
    await update(ended, { blockedByIssueIds: [] });
    expect([...(await types(issue)), ...(await types(ended))]).not.toContain('issue.unblocked');
  });
});

describe('the gate of the CEO', () => {
  it.each(['ceo', 'manager', 'stranger'] as const)('has no side door for the %s', async (name) => {
    const who = team[name];
    const gate = refusedWith('strategy_not_approved');
    const assigneeAgentId = team.ceo.id;
    const start = { status: 'in_progress', assigneeAgentId };
    await expect(create(start, who)).rejects.toEqual(gate);
    await expect(create({ ...start, parentId: blocker.id }, who)).rejects.toEqual(gate);
    for (const status of ['todo', 'blocked', 'in_review']) {
      const own = await create({ status, assigneeAgentId });
      await expect(update(own, { status: 'in_progress' }, who)).rejects.toEqual(gate);
      const free = await create({ status });
      await expect(update(free, start, who)).rejects.toEqual(gate);
    }
    expect((await create(start)).status).toBe('in_progress');
    expect((await update(await create({ status: 'todo' }), start)).status).toBe('in_progress');
  });
});
