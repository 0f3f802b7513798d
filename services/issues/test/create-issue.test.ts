import { agents, IssueStatus } from '@muster/contracts';
import { many, newId, sql } from '@muster/service-kit';
import { boardActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, refusedWith, type Team } from './team.ts';

describe('createIssue', () => {
  let stage: IssuesStage;
  let team: Team;
  beforeAll(async () => {
    stage = await openStage(issuesService);
    team = await openTeam(stage);
  });
  afterAll(() => stage.close());

  const create = (fields: object = {}, who: Parameters<IssuesStage['as']>[0] = team.board) =>
    stage.as(who).createIssue({ companyId: team.companyId, title: 'Work', ...fields });

  it('needs a title and fills in the rest', async () => {
    const issue = await create({ title: '  Sweep the floor ' }, team.ann);
    expect(issue).toMatchObject({
      companyId: team.companyId,
      title: 'Sweep the floor',
      description: null,
      status: 'backlog',
      priority: 'medium',
      assigneeAgentId: null,
      assigneeUserId: null,
      parentId: null,
      projectId: null,
      goalId: null,
      labelIds: [],
      blockedByIssueIds: [],
      createdByAgentId: team.ann.id,
      createdByUserId: null,
      assignedByAgentId: null,
      startedAt: null,
      started_at: null,
      completed_at: null,
      version: 1,
    });
    expect(issue.identifier).toBe(`${team.company.issuePrefix}-${issue.issueNumber}`);
    const emitted = (await stage.emitted()).filter(({ entityId }) => entityId === issue.id);
    expect(emitted.map(({ type }) => type)).toEqual(['issue.created']);
  });

  it('says only to whom it assigns from the backlog that this wakes no agent', async () => {
    const assigneeAgentId = team.bob.id;
    const issue = await create({ assigneeAgentId });
    const note = `backlog wakes no agent; PATCH /api/issues/${issue.identifier} {"status":"todo"} does`;
    expect(issue.note).toBe(note);
    const silent = [
      await create({ assigneeAgentId, status: 'todo' }),
      await create({}),
      await create({ assigneeAgentId: team.ann.id }, team.ann),
      await stage.as(team.board).updateIssue({ issueId: issue.id, title: 'Later' }),
    ];
    expect(silent.map((answer) => answer.note)).toEqual(silent.map(() => undefined));
    const asBoard = stage.as(team.board);
    const given = { issueId: issue.id, assigneeAgentId: team.ann.id };
    expect((await asBoard.updateIssue(given)).note).toBe(note);
    expect((await asBoard.updateIssue({ ...given, status: 'todo' })).note).toBeUndefined();
  });

  it('emits the assignee and the assigner', async () => {
    const issue = await create({ assigneeAgentId: team.bob.id, status: 'todo' }, team.ann);
    expect(issue).toMatchObject({
      assigneeAgentId: team.bob.id,
      assignedByAgentId: team.ann.id,
      assignedByUserId: null,
    });
    const emitted = (await stage.emitted()).filter(({ entityId }) => entityId === issue.id);
    expect(emitted.map(({ type }) => type)).toEqual(['issue.created', 'issue.assigned']);
    expect(emitted[1]?.payload).toMatchObject({
      assigneeAgentId: team.bob.id,
      previousAssigneeAgentId: null,
    });
  });

  it('numbers concurrent issues without gaps', async () => {
    const { companyId, board, company } = await openTeam(stage);
    await stage.replica();
    await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) =>
        stage.as(board).createIssue({
          companyId,
          title: 'Work',
          // Every third is refused after the point at which its number is taken.
          ...(index % 3 === 0 ? { parentId: newId() } : {}),
        }),
      ),
    );
    const rows = await many<{ issueNumber: number }>(
      stage.db,
      sql`
      select issue_number from issues where company_id = ${companyId} order by issue_number`,
    );
    expect(rows.length).toBeLessThanOrEqual(40);
    expect(rows.map(({ issueNumber }) => issueNumber)).toEqual(
      Array.from({ length: rows.length }, (_, n) => n + 1),
    );
    const next = await stage.as(board).createIssue({ companyId, title: 'Work' });
    expect(next.identifier).toBe(`${company.issuePrefix}-${next.issueNumber}`);
    expect(next.issueNumber).toBeGreaterThan(rows.length);
  });

  it.each(IssueStatus.options)(
    'creates an issue in %s, with the fields of that status',
    async (status) => {
      const assigned = status === 'in_progress' ? { assigneeAgentId: team.ann.id } : {};
      const issue = await create({ status, ...assigned });
      expect({
        started: issue.startedAt !== null,
        completed: issue.completedAt !== null,
        cancelled: issue.cancelledAt !== null,
      }).toEqual({
        started: status === 'in_progress',
        completed: status === 'done',
        cancelled: status === 'cancelled',
      });
    },
  );

  it('refuses invalid issues', async () => {
    const user = newId();
    await expect(create({ assigneeAgentId: team.ann.id, assigneeUserId: user })).rejects.toEqual(
      refusedWith('two_assignees'),
    );
    await expect(create({ status: 'in_progress' })).rejects.toEqual(
      refusedWith('assignee_required'),
    );
    await expect(create({ title: '   ' })).rejects.toEqual(refusedWith('invalid_input'));
    await expect(create({ title: 'x'.repeat(501) })).rejects.toEqual(refusedWith('invalid_input'));
    await expect(create({ status: 'open' })).rejects.toEqual(refusedWith('invalid_input'));
    await expect(create({ assigneeAgentId: 'nobody' })).rejects.toEqual(
      refusedWith('invalid_input'),
    );
  });

  it('refuses agents and parents that are unknown or of another company', async () => {
    const other = await openTeam(stage);
    const foreign = await stage.as(other.board).createIssue({
      companyId: other.companyId,
      title: 'Theirs',
    });
    for (const assigneeAgentId of [newId(), other.ann.id]) {
      await expect(create({ assigneeAgentId })).rejects.toEqual(
        refusedWith('agent_not_found', { details: { field: 'assigneeAgentId' } }),
      );
    }
    for (const parentId of [newId(), foreign.id]) {
      await expect(create({ parentId })).rejects.toEqual(
        refusedWith('issue_not_found', { details: { field: 'parentId' } }),
      );
    }
  });

  it('assigns to paused agents and not to pending or terminated ones', async () => {
    const agent = (status: 'paused' | 'pending_approval' | 'terminated') =>
      stage.given.agent(team.companyId, { status });
    const paused = await agent('paused');
    expect((await create({ assigneeAgentId: paused.agentId })).assigneeAgentId).toBe(
      paused.agentId,
    );
    await expect(
      create({ assigneeAgentId: paused.agentId, status: 'in_progress' }),
    ).rejects.toEqual(refusedWith('agent_paused'));
    for (const status of ['pending_approval', 'terminated'] as const) {
      const { agentId } = await agent(status);
      await expect(create({ assigneeAgentId: agentId })).rejects.toEqual(
        refusedWith('agent_not_assignable', { status: 422 }),
      );
    }
  });

  it('refuses once what two rules refuse', async () => {
    const strict = await openTeam(stage, { reviewPolicy: 'person' });
    const { companyId } = strict;
    const { agentId } = await stage.given.agent(companyId, { status: 'terminated' });
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', note);
    const done = { companyId, title: 'Done', status: 'done', assigneeAgentId: agentId } as const;
    await expect(stage.as(strict.ann).createIssue(done)).rejects.toEqual(
      refusedWith('agent_not_assignable'),
    );
    // A refusal that nobody awaits ends the process, and with it the requests of every company.
    await stage.as(strict.ann).listLabels({ companyId });
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  it('refuses work in progress of a CEO without a strategy', async () => {
    const fields = { status: 'in_progress', assigneeAgentId: team.ann.id };
    await expect(create(fields, team.ceo)).rejects.toEqual(refusedWith('strategy_not_approved'));
    expect((await create({ ...fields, status: 'todo' }, team.ceo)).status).toBe('todo');
    expect((await create(fields, team.manager)).status).toBe('in_progress');
  });

  it('creates one issue for a repeated request', async () => {
    const key = { idempotencyKey: newId() };
    const input = { companyId: team.companyId, title: 'Once' };
    const [first, second] = [
      await stage.as(team.ann, key).createIssue(input),
      await stage.as(team.ann, key).createIssue(input),
    ];
    expect(second).toEqual(first);
    await expect(stage.as(team.ann, key).createIssue({ ...input, title: 'Other' })).rejects.toEqual(
      refusedWith('idempotency_key_reused'),
    );
  });

  it('refuses unknown, foreign and archived companies', async () => {
    await expect(
      stage.as(boardActor()).createIssue({ companyId: newId(), title: 'Work' }),
    ).rejects.toEqual(refusedWith('company_not_found'));
    const other = await openTeam(stage);
    await expect(create({}, other.ann)).rejects.toEqual(refusedWith('company_not_found'));
    const { companyId } = other;
    const payload = { ...other.company, status: 'archived' as const, version: 2 };
    await stage.receive(agents, 'company.updated', { companyId, entityId: companyId, payload });
    await expect(stage.as(other.board).createIssue({ companyId, title: 'Work' })).rejects.toEqual(
      refusedWith('company_archived'),
    );
  });
});
