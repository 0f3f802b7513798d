/** The kept counts of issues equal those that counting gives, whatever has happened. */
import { readFile } from 'node:fs/promises';
import { many, newId, none, sql } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, type Team } from './team.ts';

const MIGRATION = new URL('../migrations/0011_counts_of_issues.sql', import.meta.url);
const CREATED = 12;

let stage: IssuesStage;
let team: Team;
beforeAll(async () => {
  stage = await openStage(issuesService);
  await stage.replica();
  team = await openTeam(stage);
});
afterAll(() => stage.close());

const counts = (table: 'kept' | 'counted') =>
  many<{ companyId: string; status: string; count: number }>(
    stage.db,
    table === 'kept'
      ? sql`
        select company_id, status::text, count from issue_counts
        where count <> 0 order by company_id, status limit ${1_000}`
      : sql`
        select company_id, status::text, count(*)::integer as count from issues
        group by company_id, status order by company_id, status limit ${1_000}`,
  );

const insertIssues = (companyId: string, from: number, count: number): Promise<void> =>
  none(
    stage.db,
    sql`
    insert into issues (
      id, company_id, issue_number, identifier, title, status, priority, created_at, updated_at
    )
    select uuidv7(), ${companyId}, n, 'X-' || n, 'Issue',
      (array['todo', 'backlog', 'blocked'])[1 + n % 3]::issue_status, 'low', now(), now()
    from generate_series(${from}::integer, ${from + count - 1}::integer) n`,
  );

describe('the kept counts of issues', () => {
  it('are exact after concurrent requests, many of which are refused', async () => {
    const { companyId } = team;
    const byBoard = stage.as(team.board);
    const issues = await Promise.all(
      Array.from({ length: CREATED }, (_, n) =>
        byBoard.createIssue({ companyId, title: `Issue ${n}`, status: n % 2 ? 'todo' : 'backlog' }),
      ),
    );
    const outcomes = await Promise.allSettled(
      issues.flatMap(({ id: issueId }) => [
        ...[team.ann, team.bob].map((agent) =>
          stage
            .as(agent)
            .checkoutIssue({ issueId, agentId: agent.id, expectedStatuses: ['todo', 'backlog'] }),
        ),
        byBoard.updateIssue({ issueId, status: 'cancelled' }),
        byBoard.updateIssue({ issueId, priority: 'high' }),
        byBoard.updateIssue({ issueId, status: 'backlog' }),
      ]),
    );
    expect(outcomes.filter(({ status }) => status === 'rejected')).not.toEqual([]);
    expect(await counts('kept')).toEqual(await counts('counted'));
  });

  it('are exact after a statement that writes and moves the issues of several companies', async () => {
    for (const companyId of [newId(), newId()]) await insertIssues(companyId, 1, 50);
    await none(
      stage.db,
      sql`
      update issues set status = case when status = 'todo' then 'in_review' else 'todo' end::issue_status
      where identifier like 'X-%'`,
    );
    expect(await counts('kept')).toEqual(await counts('counted'));
  });

  it('are exact after a deletion', async () => {
    await none(stage.db, sql`delete from issues where identifier like 'X-1%'`);
    expect(await counts('kept')).toEqual(await counts('counted'));
  });

  it('keep nothing of a transaction whose connection is killed before its COMMIT', async () => {
    const before = await counts('kept');
    const companyId = newId();
    await expect(
      none(
        stage.db,
        sql`
        with written as (
          insert into issues (
            id, company_id, issue_number, identifier, title, status, priority, created_at, updated_at
          )
          values (uuidv7(), ${companyId}, 1, 'K-1', 'Issue', 'todo', 'low', now(), now())
          returning id
        )
        select pg_terminate_backend(pg_backend_pid()) from written`,
      ),
    ).rejects.toThrow();
    expect(await counts('kept')).toEqual(before);
    expect(await counts('kept')).toEqual(await counts('counted'));
  });

  it('are filled by the migration for the issues that are there', async () => {
    const { client } = await stage.admin();
    await client.query(`
      drop trigger issues_are_counted on issues;
      drop trigger issues_are_counted_where_they_are on issues;
      drop function count_issue(), add_to_issue_count;
      drop table issue_counts cascade;
      drop index issues_in_progress`);
    await insertIssues(newId(), 1, 20);
    await client.query(await readFile(MIGRATION, 'utf8'));
    // The service reads a new table after the privileges are given; here the owner does.
    await client.query('grant select on issue_counts to public');
    expect(await counts('kept')).toEqual(await counts('counted'));
    await insertIssues(newId(), 1, 20);
    expect(await counts('kept')).toEqual(await counts('counted'));
  });
});
