import { IssueStatus } from '@muster/contracts';
import { newId, none, sql } from '@muster/service-kit';
import { agentActor, openStage, planOf } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import {
  countIssuesByStatus,
  countUnassigned,
  listStaleIssues,
} from '../src/store/overviews/issue-counts.ts';
import { type IssuesStage, openTeam, type Team } from './team.ts';

let stage: IssuesStage;
let team: Team;
beforeAll(async () => {
  stage = await openStage(issuesService);
  team = await openTeam(stage);
});
afterAll(() => stage.close());

const counted = () => stage.as(team.board).countIssues({ companyId: team.companyId });
const created = (title: string) =>
  stage.as(team.board).createIssue({ companyId: team.companyId, title, status: 'todo' });
const silenceFor = (issueId: string, minutes: number) =>
  none(
    stage.db,
    sql`
    update issues set updated_at = now() - make_interval(mins => ${minutes}::integer)
    where id = ${issueId}`,
  );

describe('countIssues', () => {
  it('counts 0 for a status that no issue has', async () => {
    expect(await counted()).toEqual({
      byStatus: Object.fromEntries(IssueStatus.options.map((status) => [status, 0])),
      stale: { count: 0, issues: [] },
      unassigned: 0,
      storage: { bytes: 0, bytesMost: 51_200 * 1_048_576, rows: 0, rowsMost: 50_000_000 },
    });
  });

  it('counts the issues of its own company by status', async () => {
    const strange = await openTeam(stage);
    await stage.as(strange.board).createIssue({ companyId: strange.companyId, title: 'Far away' });
    await created('One');
    await created('Two');
    const { byStatus } = await stage.as(team.ann).countIssues({ companyId: team.companyId });
    expect(byStatus).toMatchObject({ todo: 2, backlog: 0 });
    await expect(
      stage.as(agentActor(newId())).countIssues({ companyId: team.companyId }),
    ).rejects.toMatchObject({ code: 'company_not_found' });
  });

  it('counts the open issues that have no assignee', async () => {
    const { companyId, board, ann } = await openTeam(stage);
    const create = (fields: object) =>
      stage.as(board).createIssue({ companyId, title: 'Work', ...fields });
    const { id: issueId } = await create({ status: 'todo' });
    await create({});
    await create({ status: 'done' });
    await create({ status: 'todo', assigneeAgentId: ann.id });
    await create({ assigneeUserId: board.id });
    const unassigned = async () => (await stage.as(ann).countIssues({ companyId })).unassigned;
    expect(await unassigned()).toBe(2);
    await stage.as(board).updateIssue({ issueId, assigneeAgentId: ann.id });
    expect(await unassigned()).toBe(1);
  });

  it('lists work in progress without activity for an hour, the longest silent first', async () => {
    const [fresh, silent, longSilent] = await Promise.all(['f', 's', 'l'].map(created));
    for (const issue of [fresh, silent, longSilent]) {
      await stage.as(team.ann).checkoutIssue({
        issueId: issue?.id ?? '',
        agentId: team.ann.id,
        expectedStatuses: ['todo'],
      });
    }
    await silenceFor(fresh?.id ?? '', 59);
    await silenceFor(silent?.id ?? '', 61);
    await silenceFor(longSilent?.id ?? '', 120);
    const { stale } = await counted();
    expect(stale.count).toBe(2);
    expect(stale.issues).toMatchObject([
      { id: longSilent?.id, identifier: longSilent?.identifier, assigneeAgentId: team.ann.id },
      { id: silent?.id, title: 's', startedAt: expect.any(String) },
    ]);
  });

  it('counts a comment as activity', async () => {
    const {
      stale: {
        issues: [first],
      },
    } = await counted();
    await stage.as(team.ann).addComment({ issueId: first?.id ?? '', body: 'Still at it.' });
    expect((await counted()).stale.count).toBe(1);
  });

  it('lists twenty stale issues and counts them all', async () => {
    await fill(team.companyId, 25, 'in_progress');
    const { stale } = await counted();
    expect(stale.issues).toHaveLength(20);
    expect(stale.count).toBe(26);
  });
});

const fill = (companyId: string, count: number, status: IssueStatus): Promise<void> =>
  none(
    stage.db,
    sql`
    insert into issues (
      id, company_id, issue_number, identifier, title, status, priority, assignee_agent_id,
      started_at, completed_at, created_at, updated_at
    )
    select uuidv7(), ${companyId}, 1000 + n, 'X-' || n, 'Issue', ${status}::issue_status, 'low',
      ${team.ann.id}, now(), case when ${status} = 'done' then now() end, now(),
      now() - interval '2 hours'
    from generate_series(1, ${count}::integer) n`,
  );

describe('the counts of many issues', () => {
  const many = newId();
  beforeAll(async () => {
    await fill(many, 4_000, 'done');
    for (let n = 0; n < 10; n++) await fill(newId(), 1_000, 'in_progress');
    await none(stage.db, sql`vacuum (analyze) issues, issue_counts`);
  });

  it('are read from the kept ones and from what was active lately', async () => {
    const plan = await planOf(stage.db, (db) =>
      countIssuesByStatus(db, many, new Date().toISOString()),
    );
    expect(plan).toContain('issue_counts_pkey');
    expect(plan).toContain('Index Only Scan using issues_in_progress');
    expect(plan).not.toContain('Seq Scan');
  });

  it('count those without an assignee by their own index', async () => {
    const plan = await planOf(stage.db, (db) => countUnassigned(db, many));
    expect(plan).toContain('issues_unassigned');
    expect(plan).not.toContain('Seq Scan');
  });

  it('include the stale ones, of which only the listed rows are read', async () => {
    const plan = await planOf(stage.db, (db) =>
      listStaleIssues(db, many, new Date().toISOString(), 20),
    );
    expect(plan).toContain('Index Only Scan using issues_in_progress');
    expect(plan).toContain('Index Scan using issues_pkey');
    expect(plan).not.toContain('Seq Scan');
  });
});
