/** A change of many issues has a most. */
import { BULK_ISSUES_MAX } from '@muster/contracts';
import { none, sql } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, refusedWith, type Team } from './team.ts';

let stage: IssuesStage;
let team: Team;
beforeAll(async () => {
  stage = await openStage(issuesService);
  team = await openTeam(stage);
  await none(
    await stage.admin(),
    sql`
    insert into issues (
      id, company_id, issue_number, identifier, title, status, priority, created_at, updated_at
    )
    select uuidv7(), ${team.companyId}, n, 'X-' || n, 'One of many', 'todo', 'medium', now(), now()
    from generate_series(1, ${BULK_ISSUES_MAX + 1}::integer) n`,
  );
});
afterAll(() => stage.close());

it('refuses a change of more issues than it may have, and changes none', async () => {
  const { companyId, board } = team;
  const change = { priority: 'high' as const };
  for (const dryRun of [true, false]) {
    await expect(
      stage.as(board).changeIssues({ companyId, filter: {}, change, dryRun }),
    ).rejects.toEqual(
      refusedWith('too_many_issues', { status: 422, details: { issuesMax: BULK_ISSUES_MAX } }),
    );
  }
  expect(await stage.as(board).listIssues({ companyId, priority: ['high'], limit: 1 })).toEqual([]);
});
