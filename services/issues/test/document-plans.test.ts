/** Statements about documents use the index of their keys, however many others there are. */
import { none, sql, type Statement } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import type { DocumentOwner } from '../src/store/documents/document-owners.ts';
import { documentMatchesStatement } from '../src/store/documents/document-words.ts';
import {
  contextStatement,
  documentsStatement,
  documentStatement,
} from '../src/store/documents/documents.ts';
import { explainGeneric, indexes, type Plan, readWhole, rowsRead } from './explain-generic.ts';
import { type IssuesStage, openTeam, type Team } from './team.ts';

const OTHER_ISSUES = 500;
/** Documents of each owner that is asked. */
const OWN = 50;

describe('plans over many documents', () => {
  let stage: IssuesStage;
  let team: Team;
  let few: { id: string; companyId: string };
  let owners: readonly DocumentOwner[];

  beforeAll(async () => {
    stage = await openStage(issuesService);
    team = await openTeam(stage);
    const { companyId } = team;
    const create = (title: string) => stage.as(team.board).createIssue({ companyId, title });
    few = await create('Few');
    const project = await stage.as(team.board).createProject({ companyId, name: 'Walls' });
    const common = { companyId, identifier: null, assigneeAgentId: null };
    owners = [
      { ...common, issueId: few.id, projectId: null },
      { ...common, issueId: null, projectId: project.id },
      { ...common, issueId: null, projectId: null },
    ];
    const fill = (issueId: string | null, projectId: string | null, count: number) =>
      none(
        stage.db,
        sql`
        with d as (
          insert into documents (id, company_id, issue_id, project_id, key, version, created_at)
          select uuidv7(), ${companyId}, ${issueId}, ${projectId}, 'k' || n, 1, now()
          from generate_series(1, ${count}::integer) n returning id, company_id
        )
        insert into document_versions (
          document_id, company_id, version, title, body, bytes, sha256, author_name, created_at
        ) select id, company_id, 1, 't', 'b', 1, 's', 'Ann', now() from d`,
      );
    await none(
      stage.db,
      sql`
      with i as (
        insert into issues (
          id, company_id, issue_number, identifier, title, status, priority, created_at, updated_at
        )
        select uuidv7(), ${companyId}, 1000 + n, 'X-' || n, 'Issue', 'todo', 'medium', now(), now()
        from generate_series(1, ${OTHER_ISSUES}::integer) n returning id
      ), d as (
        insert into documents (id, company_id, issue_id, key, version, created_at)
        select uuidv7(), ${companyId}, i.id, 'k' || n, 1, now()
        from i cross join generate_series(1, 100) n returning id, company_id
      )
      insert into document_versions (
        document_id, company_id, version, title, body, bytes, sha256, author_name, created_at
      ) select id, company_id, 1, 't', 'b', 1, 's', 'Ann', now() from d`,
    );
    for (const { issueId, projectId } of owners) {
      // oxlint-disable-next-line no-await-in-loop -- each is one statement
      await fill(issueId, projectId, OWN);
    }
    await none(await stage.admin(), sql`analyze documents, document_versions, issues`);
  });
  afterAll(() => stage.close());

  const explain = (statement: Statement): Promise<Plan[]> =>
    explainGeneric(stage, team.companyId, statement);

  it('read those of an issue, a project or a company by their keys', async () => {
    for (const owner of owners) {
      // oxlint-disable-next-line no-await-in-loop -- one plan after the other
      const listed = await explain(documentsStatement(owner, { after: undefined, limit: 101 }));
      expect(indexes(listed)).toContain('documents_by_key');
      expect(rowsRead(listed)).toBeLessThanOrEqual(4 * OWN);
      // oxlint-disable-next-line no-await-in-loop -- one plan after the other
      const read = await explain(documentStatement(owner, 'k7'));
      expect(indexes(read).toSorted()).toEqual(['document_versions_pkey', 'documents_by_key']);
      expect(rowsRead(read)).toBeLessThanOrEqual(2);
    }
  });

  it('name those of a heartbeat without looking at others', async () => {
    const plans = await explain(contextStatement(few));
    expect(readWhole(plans)).toEqual([]);
    expect(rowsRead(plans)).toBeLessThanOrEqual(4 * OWN);
  });

  it('look for words in the documents of found issues alone', async () => {
    const plans = await explain(documentMatchesStatement(team.companyId, 'teapot', [few.id]));
    expect(readWhole(plans)).not.toContain('documents');
    expect(rowsRead(plans)).toBeLessThanOrEqual(4 * OWN);
  });
});
