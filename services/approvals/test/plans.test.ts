/** What is read at every request must not look at every approval that was ever asked for. */
import { newId, type Db } from '@muster/service-kit';
import { openStage, planOf } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalsService } from '../src/service.ts';
import { getApproval, listApprovals } from '../src/store/approvals.ts';
import { listComments } from '../src/store/comments.ts';
import type { ApprovalsStage } from './asks.ts';

describe('the plan', () => {
  let stage: ApprovalsStage;
  const [companyId, id] = [newId(), newId()];

  beforeAll(async () => {
    stage = await openStage(approvalsService);
    const fill = (text: string) => stage.db.run({ text, values: [] });
    await fill(`
      insert into approvals (id, company_id, type, payload)
      select gen_random_uuid(), c, 'request_board_approval', '{}'
      from (select gen_random_uuid() as c from generate_series(1, 100)), generate_series(1, 100)`);
    await fill(`
      insert into approval_issues (approval_id, issue_id, company_id)
      select id, gen_random_uuid(), company_id from approvals`);
    await fill(`
      insert into approval_comments (
        id, approval_id, company_id, body, author_user_id, author_name
      )
      select gen_random_uuid(), id, company_id, 'hm', id, 'Board' from approvals`);
    await fill('analyze');
  });
  afterAll(() => stage.close());

  const page = { companyId, after: undefined, limit: 100 };

  it.each([
    {
      what: 'one approval', index: 'approvals_pkey',
      ask: (db: Db) => getApproval(db, [companyId], id),
    },
    {
      what: 'the list of a company', index: 'approvals_newest_first',
      ask: (db: Db) => listApprovals(db, page),
    },
    {
      what: 'the approvals of an issue', index: 'approval_issues_by_issue',
      ask: (db: Db) => listApprovals(db, { ...page, issueId: id }),
    },
    {
      what: 'the comments on an approval', index: 'approval_comments_oldest_first',
      ask: (db: Db) => listComments(db, { ...page, approvalId: id }),
    },
  ])('of $what uses $index', async ({ ask, index }) => {
    const plan = await planOf(stage.db, ask);
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan');
  });
});
