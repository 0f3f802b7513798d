import { scheduler } from '@muster/contracts';
import { newId, none, sql } from '@muster/service-kit';
import { boardActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { addMember, type IssuesStage, openTeam, type Team } from './team.ts';

/** More than an inbox counts. */
const COMPANIES = 1_100;

describe('listIssuesOfBoard', () => {
  let stage: IssuesStage;
  let one: Team;
  let other: Team;
  let foreign: Team;
  beforeAll(async () => {
    stage = await openStage(issuesService);
    [one, other, foreign] = await Promise.all([openTeam(stage), openTeam(stage), openTeam(stage)]);
  });
  afterAll(() => stage.close());

  it('lists what waits for its caller in all of its companies, and nothing else', async () => {
    const { id: userId } = await addMember(stage, one);
    const membership = { role: 'operator' as const, permissions: [] };
    const caller = boardActor({
      id: userId,
      companies: [one, other].map(({ companyId }) => ({ companyId, ...membership })),
    });
    const ask = stage.as(caller);
    const by = stage.as(one.board);
    const { companyId } = one;
    const mine = await by.createIssue({
      companyId,
      title: 'Mine',
      status: 'todo',
      assigneeUserId: userId,
    });
    await stage.as(one.ann).addComment({ issueId: mine.id, body: 'First' });
    const last = await stage.as(one.ann).addComment({ issueId: mine.id, body: 'x'.repeat(300) });
    await by.createIssue({ companyId, title: 'Later', assigneeUserId: userId });
    const reviewed = await ask.createIssue({
      companyId: other.companyId,
      title: 'To review',
      status: 'in_review',
    });
    await by.createIssue({ companyId, title: 'Of somebody else', status: 'in_review' });
    const blocker = await by.createIssue({ companyId, title: 'Blocker', status: 'todo' });
    const blocked = { companyId, status: 'blocked' as const };
    const waiting = await by.createIssue({
      ...blocked,
      title: 'Waits',
      blockedByIssueIds: [blocker.id],
    });
    const stuck = await by.createIssue({ ...blocked, title: 'Stuck' });
    const secret = { companyId: foreign.companyId, title: 'Secret', status: 'blocked' as const };
    await stage.as(foreign.board).createIssue(secret);

    const inbox = await ask.listIssuesOfBoard({});
    expect(inbox.rows.map(({ reason, id }) => [reason, id])).toEqual([
      ['assigned', mine.id],
      ['in_review', reviewed.id],
      ['stuck', stuck.id],
    ]);
    expect(inbox.rows[0]?.lastComment).toMatchObject({ id: last.id, excerpt: 'x'.repeat(280) });
    expect(inbox.rows[1]?.lastComment).toBeNull();
    expect(new Set(inbox.counts)).toEqual(
      new Set([
        { companyId, reason: 'assigned', count: 1 },
        { companyId, reason: 'stuck', count: 1 },
        { companyId: other.companyId, reason: 'in_review', count: 1 },
      ]),
    );

    await by.updateIssue({ issueId: blocker.id, status: 'cancelled' });
    expect((await ask.listIssuesOfBoard({})).rows.map(({ id }) => id)).toContain(waiting.id);
    const stranger = stage.as(boardActor({ id: newId(), companies: [] }));
    const nothing = { counts: [], rows: [] };
    expect(await stranger.listIssuesOfBoard({})).toEqual({
      ...nothing,
      overdue: nothing,
      routines: nothing,
      questions: nothing,
    });
  });

  it.each(['todo', 'in_progress'] as const)(
    'lists an issue in %s of an agent that is held as stuck, until the agent may run again',
    async (status) => {
      const team = await openTeam(stage);
      const { companyId } = team;
      const ask = stage.as(team.board);
      const agentId = team.ann.id;
      const title = 'Nobody works on it';
      const issue = await ask.createIssue({ companyId, title, status, assigneeAgentId: agentId });
      const done = { companyId, title: 'Done', status: 'done', assigneeAgentId: agentId } as const;
      await ask.createIssue(done);
      const since = new Date().toISOString();
      const fails = (until: string | null) =>
        stage.receive(scheduler, 'agent.backed_off', {
          companyId,
          entityId: agentId,
          payload: { agentId, runId: newId(), failures: 5, since, errorCode: 'exit_code', until },
        });
      const found = async () =>
        (await ask.listIssuesOfBoard({})).rows.filter((row) => row.companyId === companyId);
      await fails(since);
      expect(await found()).toEqual([]);
      await fails(null);
      expect(await found()).toMatchObject([
        { id: issue.id, reason: 'stuck', stuckBy: 'agent_held' },
      ]);
      const payload = { agentIds: [agentId] };
      await stage.receive(scheduler, 'agent.recovered', { companyId, entityId: agentId, payload });
      expect(await found()).toEqual([]);
    },
  );

  it('shows an instance admin what is stuck, however many companies there are', async () => {
    const admin = await stage.admin();
    await none(
      admin,
      sql`
      insert into companies (company_id, issue_prefix, status, review_required, version)
      select gen_random_uuid(), 'M' || n, 'active', false, 0 from generate_series(1, ${COMPANIES}) n`,
    );
    // Above all other ids.
    const companyId = 'ffffffff-ffff-7fff-bfff-ffffffffffff';
    await none(
      admin,
      sql`
      insert into companies (company_id, issue_prefix, status, review_required, version)
      values (${companyId}, 'LAST', 'active', false, 1)`,
    );
    const { id } = await stage
      .as(boardActor())
      .createIssue({ companyId, title: 'Stuck', status: 'blocked', priority: 'critical' });
    const few = await stage.as(boardActor()).listIssuesOfBoard({});
    expect(few.rows.map((row) => row.id)).toContain(id);
    expect(few.counts).toContainEqual({ companyId, reason: 'stuck', count: 1 });
    expect(few).not.toHaveProperty('more');
    await none(
      admin,
      sql`
      insert into issues (
        id, company_id, issue_number, identifier, title, status, priority, label_ids, created_at, updated_at
      )
      select gen_random_uuid(), company_id, n, issue_prefix || '-' || n, 'Stuck', 'blocked', 'low',
        '{}', now() - interval '1 day', now() - interval '1 day'
      from companies, generate_series(1, 5) n where version = 0`,
    );
    const many = await stage.as(boardActor()).listIssuesOfBoard({});
    expect(many.rows.map((row) => row.id)).toContain(id);
    expect(many.counts).toContainEqual({ companyId, reason: 'stuck', count: 1 });
    expect(many.more).toBe(true);
  });
});
