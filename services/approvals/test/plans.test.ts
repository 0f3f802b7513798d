/** Frequent statements do not read all approvals. */
import { newId, type Db } from '@muster/service-kit';
import { openStage, planOf } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalsService } from '../src/service.ts';
import { countApprovals } from '../src/store/approval-counts.ts';
import {
  getApprovalRow,
  findOpenRequest,
  listApprovalRows,
  lockOpenAbout,
} from '../src/store/approvals.ts';
import { listComments } from '../src/store/comments.ts';
import { listSecrets } from '../src/store/secrets.ts';
import type { ApprovalsStage } from './requests.ts';

describe('the plan', () => {
  let stage: ApprovalsStage;
  let companyId: string;
  const id = newId();

  beforeAll(async () => {
    stage = await openStage(approvalsService);
    const admin = await stage.admin();
    const fill = (text: string) => admin.run({ text, values: [] });
    await fill(`
      insert into approvals (id, company_id, type, payload, status, requested_by_agent_id)
      select gen_random_uuid(), c,
        case n % 10 when 1 then 'approve_ceo_strategy' else 'request_board_approval' end, '{}',
        case n % 10 when 0 then 'pending' else 'cancelled' end, gen_random_uuid()
      from (select gen_random_uuid() as c from generate_series(1, 100)),
        generate_series(1, 100) n`);
    await fill(`
      insert into approval_issues (approval_id, issue_id, company_id)
      select id, gen_random_uuid(), company_id from approvals`);
    await fill(`
      insert into approval_comments (
        id, approval_id, company_id, body, author_user_id, author_name
      )
      select gen_random_uuid(), id, company_id, 'hm', id, 'Board' from approvals`);
    await fill(`
      insert into secrets (secret_id, company_id, name)
      select id, company_id, 'secret ' || id from approvals`);
    await fill(`
      insert into agent_limits (agent_id, company_id, budget_monthly_cents, version)
      select id, company_id, 100, 1 from approvals`);
    await fill(`
      insert into agents (agent_id, company_id, name, role, status, version)
      select id, company_id, 'Ann', 'engineer', 'idle', 1 from approvals`);
    await fill('analyze');
    const [row] = await stage.db.run<{ companyId: string }>({
      text: 'select company_id from approvals limit 1',
      values: [],
    });
    companyId = row?.companyId ?? '';
  });
  afterAll(() => stage.close());

  const page = () => ({ companyId, after: undefined, size: 100 });

  it.each([
    {
      what: 'one approval',
      index: 'approvals_pkey',
      ask: (db: Db) => getApprovalRow(db, [companyId], id),
    },
    {
      what: 'the list of a company',
      index: 'approvals_newest_first',
      ask: (db: Db) => listApprovalRows(db, page()),
    },
    {
      what: 'the list of those with a status',
      index: 'approvals_by_status',
      ask: (db: Db) => listApprovalRows(db, { ...page(), status: ['pending'] }),
    },
    {
      what: 'the list of a type',
      index: 'approvals_by_type',
      ask: (db: Db) => listApprovalRows(db, { ...page(), type: ['approve_ceo_strategy'] }),
    },
    {
      what: 'the list of a requester',
      index: 'approvals_by_requester',
      ask: (db: Db) => listApprovalRows(db, { ...page(), requestedByAgentId: id }),
    },
    {
      what: 'the open request of an agent for an issue',
      index: 'approval_issues_by_issue',
      ask: (db: Db) =>
        findOpenRequest(db, {
          companyId,
          type: 'request_board_approval',
          requestedByAgentId: id,
          issueIds: [id],
        }),
    },
    {
      what: 'the open requests about a budget',
      index: 'approvals_open_of_budget',
      ask: (db: Db) => lockOpenAbout(db, companyId, { budgetOf: id }),
    },
    {
      what: 'the open changes of an agent',
      index: 'approvals_open_of_change',
      ask: (db: Db) => lockOpenAbout(db, companyId, { changeOf: id }),
    },
    {
      what: 'the number of those that wait',
      index: 'approvals_by_status',
      ask: (db: Db) => countApprovals(db, companyId, 'pending'),
    },
    {
      what: 'the secrets that a revised hire names',
      index: 'secrets_by_name',
      ask: (db: Db) => listSecrets(db, companyId, { ids: [id], names: ['a'] }),
    },
    {
      what: 'the approvals of an issue',
      index: 'approval_issues_by_issue',
      ask: (db: Db) => listApprovalRows(db, { ...page(), issueId: id }),
    },
    {
      what: 'the comments on an approval',
      index: 'approval_comments_oldest_first',
      ask: (db: Db) => listComments(db, { ...page(), approvalId: id }),
    },
  ])('of $what uses $index', async ({ ask, index }) => {
    const plan = await planOf(stage.db, ask);
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan');
  });
});
