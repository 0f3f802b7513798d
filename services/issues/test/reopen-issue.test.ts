/** Ended work that is open again: who may, until when, and what becomes of it. */
import { agents, gateway, type Actor, type Issue, type IssueStatus } from '@muster/contracts';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { addMember, type IssuesStage, openTeam, refusedWith, type Team } from './team.ts';

let stage: IssuesStage;
let team: Team;
beforeAll(async () => {
  stage = await openStage(issuesService);
  team = await openTeam(stage, { reviewRequired: false });
});
afterAll(() => stage.close());

const create = (fields: object = {}, { board, companyId }: Team = team) =>
  stage.as(board).createIssue({ companyId, title: 'Work', ...fields });
const reopen = ({ id: issueId }: Issue, who: Actor = team.board, comment?: string) =>
  stage.as(who).reopenIssue({ issueId, ...(comment === undefined ? {} : { comment }) });
const update = ({ id: issueId }: Issue, patch: object, who: Actor = team.board) =>
  stage.as(who).updateIssue({ issueId, ...patch });
const checkout = ({ id: issueId }: Issue, who: Actor) =>
  stage.as(who).checkoutIssue({ issueId, agentId: who.id, expectedStatuses: ['todo'] });

/** Ann has worked on it and ended it. */
async function ended(status: 'done' | 'cancelled', of: Team = team): Promise<Issue> {
  const { id } = await create({ status: 'todo' }, of);
  const issue = await checkout({ id } as Issue, of.ann);
  return update(issue, { status }, of.ann);
}
const age = ({ id }: Issue, days: number) =>
  stage.db.run({
    text: `update issues set completed_at = completed_at - make_interval(days => $2),
      cancelled_at = cancelled_at - make_interval(days => $2) where id = $1`,
    values: [id, days],
  });
const eventsOf = async ({ id }: Issue) =>
  (await stage.emitted()).filter(({ entityId }) => entityId === id);

describe('reopenIssue', () => {
  it.each(['done', 'cancelled'] as const)('takes a %s issue back to todo', async (status) => {
    const issue = await ended(status);
    const again = await reopen(issue);
    expect(again).toMatchObject({
      status: 'todo',
      assigneeAgentId: team.ann.id,
      startedAt: issue.startedAt,
      completedAt: null,
      cancelledAt: null,
      checkoutRunId: null,
      version: issue.version + 1,
      comment: null,
    });
    expect(again.note).toBeUndefined();
    expect((await eventsOf(issue)).at(-1)).toMatchObject({
      type: 'issue.updated',
      payload: {
        status: 'todo',
        assigneeAgentId: team.ann.id,
        changes: { status: { from: status, to: 'todo' } },
      },
    });
    expect((await checkout(again, team.ann)).status).toBe('in_progress');
  });

  it('comments in the same transaction, and its mentions are those of a comment', async () => {
    const issue = await ended('done');
    const { comment } = await reopen(issue, team.board, 'The form loses text. @Bob knows it.');
    expect(comment).toMatchObject({
      body: 'The form loses text. @Bob knows it.',
      mentions: [{ agentId: team.bob.id, woken: true }],
    });
    expect(comment).not.toHaveProperty('note');
    const types = (await eventsOf(issue)).map(({ type }) => type);
    expect(types.slice(-2)).toEqual(['issue.updated', 'issue.commented']);
  });

  it.each(['done', 'cancelled'] as const)(
    'lets the agent that has ended it: %s, and no other',
    async (status) => {
      const issue = await ended(status);
      for (const who of [team.manager, team.ceo, team.bob, team.stranger]) {
        await expect(reopen(issue, who)).rejects.toEqual(
          refusedWith('reopen_needs_board', { status: 403 }),
        );
      }
      expect((await reopen(issue, team.ann)).status).toBe('todo');
    },
  );

  it.each([
    ['the board', () => team.board],
    ['its manager', () => team.manager],
  ])('leaves to the board what %s has ended for the agent', async (_, who) => {
    const issue = await create({ status: 'in_review', assigneeAgentId: team.ann.id });
    await update(issue, { status: 'done' }, who());
    await expect(reopen(issue, team.ann)).rejects.toEqual(refusedWith('reopen_needs_board'));
    expect((await reopen(issue)).status).toBe('todo');
  });

  it('counts the days from the end, and a second end from the second', async () => {
    const issue = await ended('done');
    await age(issue, 6);
    await reopen(issue, team.ann);
    await update(await checkout(issue, team.ann), { status: 'done' }, team.ann);
    await age(issue, 6);
    expect((await reopen(issue, team.ann)).status).toBe('todo');
    const late = await ended('cancelled');
    await age(late, 8);
    await expect(reopen(late, team.ann)).rejects.toEqual(
      refusedWith('reopen_needs_board', {
        details: expect.objectContaining({ reopenDays: 7 }),
        hint: expect.stringContaining('ask the board'),
      }),
    );
    expect((await reopen(late)).status).toBe('todo');
  });

  it.each([
    [0, 0],
    [1, 2],
    [30, 31],
  ])('follows the company that gives %i days', async (reopenDays, past) => {
    const other = await openTeam(stage, { reviewRequired: false, reopenDays });
    const issue = await ended('done', other);
    await age(issue, past);
    await expect(reopen(issue, other.ann)).rejects.toEqual(refusedWith('reopen_needs_board'));
    const more = { ...other.company, reopenDays: past + 1, version: other.company.version + 1 };
    const { companyId } = other;
    await stage.receive(agents, 'company.updated', {
      companyId,
      entityId: companyId,
      payload: more,
    });
    expect((await reopen(issue, other.ann)).status).toBe('todo');
  });

  it.each<IssueStatus>(['backlog', 'todo', 'in_progress', 'in_review', 'blocked'])(
    'refuses an issue that is %s, and names what is allowed',
    async (status) => {
      const issue = await create({ status, assigneeAgentId: team.ann.id });
      const { allowedTransitions: allowed } = await stage.as(team.ann).getIssue({
        issueId: issue.id,
      });
      await expect(reopen(issue, team.ann)).rejects.toEqual(
        refusedWith('illegal_transition', {
          status: 422,
          details: { from: status, to: 'todo', allowed },
        }),
      );
    },
  );

  it('leaves an update out of a final status refused, for everyone', async () => {
    const issue = await ended('done');
    for (const who of [team.board, team.ann, team.manager]) {
      for (const status of ['todo', 'in_progress', 'backlog']) {
        await expect(update(issue, { status }, who)).rejects.toEqual(
          refusedWith('illegal_transition', {
            details: expect.objectContaining({ allowed: [] }),
            hint: expect.stringContaining('/reopen'),
          }),
        );
      }
    }
  });

  it('gives the issue of an agent that is gone to nobody, and says so', async () => {
    const other = await openTeam(stage, { reviewRequired: false });
    const issue = await ended('done', other);
    await stage.receive(agents, 'agent.terminated', {
      companyId: other.companyId,
      entityId: other.ann.id,
      payload: { ...other.snapshots[other.ann.id], status: 'terminated', version: 2 } as never,
    });
    const again = await reopen(issue, other.board);
    expect(again).toMatchObject({
      assigneeAgentId: null,
      assignedByAgentId: null,
      assignedByUserId: null,
      note: expect.stringContaining('nobody is assigned'),
    });
    expect((await eventsOf(issue)).at(-1)).toMatchObject({
      type: 'issue.assigned',
      payload: { previousAssigneeAgentId: other.ann.id, assigneeAgentId: null },
    });
  });

  it('keeps a member as its assignee, and not one that has left', async () => {
    const member = await addMember(stage, team);
    const fields = { status: 'done', assigneeUserId: member.id };
    const [kept, freed] = [await create(fields), await create(fields)];
    expect((await reopen(kept)).assigneeUserId).toBe(member.id);
    const { companyId } = team;
    const payload = { userId: member.id, name: member.name, role: 'operator', permissions: [] };
    const left = { companyId, entityId: member.id, payload } as never;
    await stage.receive(gateway, 'member.removed', left);
    expect(await reopen(freed)).toMatchObject({ assigneeUserId: null, status: 'todo' });
  });

  it('blocks again what depends on it, and says what', async () => {
    const issue = await ended('done');
    const fields = { status: 'todo', assigneeAgentId: team.bob.id };
    const open = await create(fields);
    await update(issue, { title: 'First' });
    await stage.db.run({
      text: 'update issues set blocked_by_issue_ids = array[$2::uuid] where id = $1',
      values: [open.id, issue.id],
    });
    const { note } = await reopen(issue);
    expect(note).toContain(`open issues depend on it`);
    expect(note).toContain(open.identifier);
    expect((await update(open, { title: 'Stays' })).status).toBe('todo');
    await expect(checkout(open, team.bob)).rejects.toEqual(refusedWith('issue_blocked'));
    await update(await checkout(issue, team.ann), { status: 'done' }, team.ann);
    expect((await eventsOf(open)).at(-1)).toMatchObject({ type: 'issue.unblocked' });
    expect((await checkout(open, team.bob)).status).toBe('in_progress');
  });

  it('is no work of a paused agent, nor of one of a paused company', async () => {
    const other = await openTeam(stage, { reviewRequired: false });
    const { companyId, company } = other;
    const issue = await ended('done', other);
    const change = (status: 'paused' | 'archived', version: number) =>
      stage.receive(agents, 'company.updated', {
        companyId,
        entityId: companyId,
        payload: { ...company, status, version },
      });
    await change('paused', 5);
    await expect(reopen(issue, other.ann)).rejects.toEqual(refusedWith('company_paused'));
    expect((await reopen(issue, other.board)).status).toBe('todo');
    await update(issue, { status: 'cancelled' }, other.board);
    await change('archived', 6);
    await expect(reopen(issue, other.board)).rejects.toEqual(refusedWith('company_archived'));
    const mine = await ended('done');
    const paused = { ...team.snapshots[team.ann.id], status: 'paused', version: 7 } as never;
    const at = { companyId: team.companyId, entityId: team.ann.id };
    await stage.receive(agents, 'agent.paused', { ...at, payload: paused });
    await expect(reopen(mine, team.ann)).rejects.toEqual(refusedWith('agent_paused'));
    const idle = { ...team.snapshots[team.ann.id], version: 8 } as never;
    await stage.receive(agents, 'agent.resumed', { ...at, payload: idle });
  });

  it('is unknown to other companies', async () => {
    const issue = await ended('done');
    const other = await openTeam(stage);
    await expect(reopen(issue, other.ceo)).rejects.toEqual(refusedWith('issue_not_found'));
  });
});

describe('the note of a comment on quiet work', () => {
  const comment = ({ id: issueId }: Issue, body: string, who: Actor = team.board) =>
    stage.as(who).addComment({ issueId, body });

  it.each([
    ['done', 'reopen it'],
    ['cancelled', 'reopen it'],
    ['backlog', 'plan it'],
  ])('says of one that is %s that nobody is woken', async (status, leads) => {
    const issue = await create({ status, assigneeAgentId: team.ann.id });
    const plain = await comment(issue, 'One more thing.');
    expect(plain.note).toMatch(/^nobody is woken: the issue is /);
    expect(plain.note).toContain(leads);
    expect((await comment(issue, '> @Bob said so.')).note).toContain('nobody is woken');
    expect((await comment(issue, 'Please look, @Bob.')).note).toBeUndefined();
    expect((await comment(issue, 'Look, @Nobody.')).note).toMatch(/nobody is woken.*@nobody/i);
    expect((await update(issue, { comment: 'And this.' })).note).toContain('nobody is woken');
  });

  it.each(['todo', 'in_progress', 'in_review', 'blocked'])(
    'is not there for one that is %s',
    async (status) => {
      const issue = await create({ status, assigneeAgentId: team.ann.id });
      expect((await comment(issue, 'One more thing.')).note).toBeUndefined();
    },
  );

  it('is not told to the agent that ends its own work with a comment', async () => {
    const issue = await create({ status: 'in_progress', assigneeAgentId: team.ann.id });
    const done = await update(issue, { status: 'done', comment: 'All is tested.' }, team.ann);
    expect(done.note).toBeUndefined();
    expect((await comment(issue, 'And one more.', team.ann)).note).toContain('nobody is woken');
  });
});
