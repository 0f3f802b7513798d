/** The open issues of an agent, in the order in which it works on them. */
import type { IssueStatus } from '@muster/contracts';
import { many, one, sql, type Db, type Statement } from '@muster/service-kit';
import type { IssueState } from '../../domain/issue-state.ts';
import type { ListPosition } from '../lists/issue-list.ts';
import { isHeld } from '../holds/holding.ts';
import { hasOpenBlocker } from '../open-blockers.ts';

export interface InboxPosition extends ListPosition {
  readonly status: IssueStatus;
}

export type InboxRow = Pick<
  IssueState,
  'id' | 'identifier' | 'title' | 'status' | 'priority' | 'parentId' | 'projectId' | 'updatedAt'
>;

/** Issues that are not listed because open issues block them or the board holds them; what is in progress always is. */
const waits = sql`(i.status <> 'in_progress' and (${hasOpenBlocker} or ${isHeld}))`;

/** Whose inbox it is, and what of it: the issues that wait for others, those to review, or the rest. */
export interface InboxOf {
  readonly companyId: string;
  readonly agentId: string;
  readonly blocked: boolean;
  readonly reviews: boolean;
}

const isOf = ({ agentId, blocked, reviews }: InboxOf): Statement =>
  reviews
    ? sql`i.review_agent_id = ${agentId} and i.status = 'in_review'`
    : sql`i.assignee_agent_id = ${agentId} and i.status >= 'blocked'
      and ${blocked ? waits : sql`not ${waits}`}`;

/** One backward scan of an index of the agent: the statuses are declared in the order of the inbox. */
export const inboxStatement = (
  of: InboxOf,
  position: InboxPosition | undefined,
  limit: number,
): Statement => sql`
  select i.id, i.identifier, i.title, i.status, i.priority, i.parent_id, i.project_id, i.updated_at
  from issues_in_scope i
  where i.company_id = ${of.companyId} and ${isOf(of)} ${
    position
      ? sql`and (i.status, i.priority, i.updated_at, i.id) < (
          ${position.status}::issue_status, ${position.priority}::issue_priority,
          ${position.updatedAt}::timestamptz, ${position.id}::uuid
        )`
      : sql``
  }
  order by i.status desc, i.priority desc, i.updated_at desc, i.id desc
  limit ${limit}`;

export const listInbox = (
  db: Db,
  of: InboxOf,
  position: InboxPosition | undefined,
  limit: number,
): Promise<InboxRow[]> => many(db, inboxStatement(of, position, limit));

/** Issues that are counted of those that wait. */
const WAITING_MAX = 1_000;

/** The issues of the agent's inbox that wait, of the first thousand with blockers, or where something is held. */
const waitingStatement = ({
  companyId,
  agentId,
}: Pick<InboxOf, 'companyId' | 'agentId'>): Statement => sql`
  select count(*)::integer as count from (
    select i.id, i.company_id, i.parent_id, i.project_id, i.status, i.blocked_by_issue_ids from issues_in_scope i
    where i.assignee_agent_id = ${agentId} and i.company_id = ${companyId}
      and i.status >= 'blocked' and (
        i.blocked_by_issue_ids <> '{}'
        or exists (select from holds h where h.company_id = ${companyId})
      )
    limit ${WAITING_MAX}
  ) i where ${waits}`;

export const countWaiting = async (
  db: Db,
  of: Pick<InboxOf, 'companyId' | 'agentId'>,
): Promise<number> => (await one<{ count: number }>(db, waitingStatement(of))).count;
