/** Statements about files use their indexes, however many other files there are. */
import { none, sql, type Statement } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { filesStatement, fileStatement, useStatement } from '../src/store/files/files.ts';
import { leftFilesStatement } from '../src/store/files/left-files.ts';
import { explainGeneric, indexes } from './explain-generic.ts';
import { type IssuesStage, openTeam } from './team.ts';

let stage: IssuesStage;
let issue: { id: string; companyId: string };
beforeAll(async () => {
  stage = await openStage(issuesService, { env: { TIMES_SWEEP_SECONDS: '3600' } });
  const { companyId, board } = await openTeam(stage);
  issue = await stage.as(board).createIssue({ companyId, title: 'Few' });
  const other = await stage.as(board).createIssue({ companyId, title: 'Many' });
  const fill = (company: Statement, issueId: string, count: number) =>
    none(
      stage.db,
      sql`
      insert into files (
        id, company_id, issue_id, name, type, bytes, sha256, author_name, created_at
      ) select uuidv7(), ${company}, ${issueId}, 'x', 'a/b', 1, 's', 'Ann', now()
      from generate_series(1, ${count}::integer)`,
    );
  await fill(sql`${companyId}::uuid`, other.id, 2_000);
  await fill(sql`uuidv7()`, other.id, 20_000);
  await fill(sql`${companyId}::uuid`, issue.id, 20);
  await none(stage.db, sql`vacuum analyze files`);
});
afterAll(() => stage.close());

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
it.each([
  ['the files of an issue', () => filesStatement(issue, undefined, 101), 'files_of_issue'],
  ['a file', () => fileStatement([issue.companyId], id), 'files_pkey'],
  ['what a company has', () => useStatement({ ...issue, issueId: issue.id }), 'files_of_company'],
  ['what nothing refers to', () => leftFilesStatement(undefined, 100), 'files_left'],
])('%s are found by an index', async (_, statement, index) => {
  expect(indexes(await explainGeneric(stage, issue.companyId, statement()))).toContain(index);
});
