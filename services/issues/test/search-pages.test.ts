/** The pages that a search reads where other companies have very many words. */
import { IssueStatus } from '@muster/contracts';
import { none, sql } from '@muster/service-kit';
import { openStage, pagesOf } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { searchIssueRows } from '../src/store/lists/issue-search.ts';
import { type IssuesStage, openTeam, type Team } from './team.ts';

/** Pages above those of a word that nobody has. */
const FEW_PAGES = 100;

let stage: IssuesStage;
let team: Team;
beforeAll(async () => {
  stage = await openStage(issuesService);
  team = await openTeam(stage);
  const admin = await stage.admin();
  // Words of 20,000 issues without the issues.
  await none(admin, sql`alter table issue_texts drop constraint issue_texts_issue_id_fkey`);
  await none(
    admin,
    sql`
    insert into issue_texts (issue_id, company_id, words)
    select uuidv7(), company_id, array_to_tsvector(array[' ' || company_id])
      || to_tsvector('simple', 'said x' || n || ' zone X-' || n)
    from (select gen_random_uuid() as company_id from generate_series(1, 200)) company
    cross join generate_series(1, 100) n`,
  );
  await none(admin, sql`vacuum analyze issue_texts`);
  await stage.as(team.board).createIssue({ companyId: team.companyId, title: 'A zone' });
});
afterAll(() => stage.close());

const pagesFor = async (q: string): Promise<number> => {
  const filter = { companyId: team.companyId, statuses: IssueStatus.options };
  return pagesOf(await stage.admin(), (db) =>
    searchIssueRows(db, {
      filter,
      q,
      order: { sort: 'place', position: undefined },
      size: 50,
    }),
  );
};

it.each(['X-1', 'x', 'z', '1', 'a/x', 'é', '登'])(
  'are as few for the beginning %s as for a word that nobody has',
  async (q) => {
    expect((await pagesFor(q)) - (await pagesFor('unknownword'))).toBeLessThan(FEW_PAGES);
  },
);
