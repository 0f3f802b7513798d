/** A page of a list with long columns reads about an answer, however long its rows are. */
import { approvals } from '@muster/contracts';
import { newId, none, sql } from '@muster/service-kit';
import { boardActor, openStage, walkList, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { approvalsService } from '../src/service.ts';

const ROWS = 60;
/** Rows, and what a page reads besides: each is less. */
const ANSWERS_MAX = 1.5;
const issueId = newId();
const approvalId = newId();

let stage: Stage<typeof approvals>;
let companyId: string;

beforeAll(async () => {
  stage = await openStage(approvalsService);
  ({ companyId } = await stage.given.company());
  const admin = await stage.admin();
  await none(
    admin,
    sql`
    insert into approvals (id, company_id, type, requested_by_user_id, payload)
    select case n when 1 then ${approvalId} else uuidv7() end, ${companyId},
      'request_board_approval', uuidv7(), jsonb_build_object('text', repeat(md5(n::text), 2000))
    from generate_series(1, ${ROWS}::integer) n`,
  );
  await none(
    admin,
    sql`
    insert into approval_issues (approval_id, issue_id, company_id)
    select id, ${issueId}, company_id from approvals`,
  );
  await none(
    admin,
    sql`
    insert into approval_comments (id, approval_id, company_id, body, author_user_id, author_name)
    select uuidv7(), ${approvalId}, ${companyId}, repeat('漢', 65536), uuidv7(), 'Ann'
    from generate_series(1, ${ROWS}::integer) n`,
  );
});
afterAll(() => stage.close());

const lists = ['listApprovals', 'listApprovalsOfIssue', 'listApprovalComments'];

it.each(lists)('a page of %s reads about an answer, and all pages each once', async (operation) => {
  const input = { companyId, issueId, approvalId, limit: 500 };
  const actor = boardActor();
  const { items, answersRead } = await walkList(approvalsService, stage, operation, input, actor);
  const ids = new Set(items.map((item) => (item as { id: string }).id));
  expect({ items: items.length, ids: ids.size }).toEqual({ items: ROWS, ids: ROWS });
  expect(answersRead).toBeLessThan(ANSWERS_MAX);
});

it('has no other list', () => {
  const paged = Object.entries(approvals.operations)
    .filter(([, operation]) => 'paged' in operation)
    .map(([name]) => name);
  expect(paged.toSorted()).toEqual(lists.toSorted());
});
