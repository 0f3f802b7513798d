/**
 * Issues of many companies that wait for a board user. Each reason is read from an index in the order of
 * the answer, and not further than a bound. The views are read, because row-level security on the table
 * would keep Postgres from using these indexes (decision 21).
 */
import {
  INBOX_COMPANIES_MAX,
  INBOX_COUNT_MAX,
  INBOX_ROWS_MAX,
  type BoardIssue,
  type BoardIssueReason,
  type OverdueIssue,
  type Scope,
  type WaitingCount,
} from '@muster/contracts';
import { inScope, many, one, sql, type Db, type Statement } from '@muster/service-kit';
import { EXCERPT_MAX } from '../comments.ts';
import { iso } from '../planning/planning-views.ts';
import { givenUpIssues } from '../given-up-issues.ts';
import { hasOpenWait } from '../waits/waits.ts';
import { canReview } from './reviews.ts';

/** Issues that are read for one reason, of all companies together. */
const FOUND_MAX = 5_000;
/** Reasons, each with a count for each company. */
const COUNTS_MAX = INBOX_COMPANIES_MAX * 4;

export interface BoardCaller {
  readonly userId: string;
  readonly scope: Scope;
}

/** The key of an issue in the order of the inbox, and why it is there. */
const found = sql`i.id, i.company_id, i.status, i.priority, i.updated_at`;

const inOpenCompany = (scope: Scope): Statement => sql`
  ${inScope(scope, sql`i.company_id`)} and not exists (
    select from companies c where c.company_id = i.company_id and c.status = 'archived'
  )`;

/** One backward scan of the user's index: the statuses are declared in the order of the inbox. */
const assigned = ({ userId, scope }: BoardCaller): Statement => sql`
  select 'assigned' as reason, ${found} from issues_in_scope i
  where i.assignee_user_id = ${userId} and i.status >= 'in_review' and ${inOpenCompany(scope)}
  order by i.status desc, i.priority desc, i.updated_at desc, i.id desc limit ${FOUND_MAX}`;

/** Not what another board user of the company is named to decide. */
const isNotOfAnother = (userId: string): Statement => sql`(
  i.review_user_id is null or i.review_user_id = ${userId}::uuid or not exists (
    select from members m where m.company_id = i.company_id and m.user_id = i.review_user_id
  )
)`;

const inReview = ({ userId, scope }: BoardCaller): Statement => sql`
  select 'in_review', ${found} from issues_in_scope i
  where i.created_by_user_id = ${userId} and i.status = 'in_review'
    and i.assignee_user_id is distinct from ${userId}::uuid and ${inOpenCompany(scope)}
    and ${isNotOfAnother(userId)}
  order by i.priority desc, i.updated_at desc, i.id desc limit ${FOUND_MAX}`;

/** What no agent decides: the board has it, whoever created it. */
const undecided = ({ userId, scope }: BoardCaller): Statement => sql`
  select 'in_review', ${found} from issues_in_scope i
  where i.status = 'in_review' and i.created_by_user_id is distinct from ${userId}::uuid
    and i.assignee_user_id is distinct from ${userId}::uuid
    and (i.review_rounds > 0 or i.assignee_agent_id is not null)
    and not exists (select from roster r where r.agent_id = i.review_agent_id and ${canReview})
    and ${isNotOfAnother(userId)}
    and ${inOpenCompany(scope)}
  order by i.priority desc, i.updated_at desc, i.id desc limit ${FOUND_MAX}`;

/**
 * Blocked issues of all companies; which of them are stuck is found out for these only. An agent that waits
 * for something comes back by itself.
 */
const blocked = ({ userId, scope }: BoardCaller): Statement => sql`
  select ${found}, i.blocked_by_issue_ids from issues_in_scope i
  where i.status = 'blocked' and i.assignee_user_id is distinct from ${userId}::uuid
    and ${inOpenCompany(scope)}
  order by i.priority desc, i.updated_at desc, i.id desc limit ${FOUND_MAX}`;

const stuck = sql`
  select 'stuck', ${found} from blocked i
  where (i.blocked_by_issue_ids = '{}' or not exists (
    select from issues b
    where b.id = any(i.blocked_by_issue_ids) and b.company_id = i.company_id
      and b.status not in ('done', 'cancelled')
  )) and not ${hasOpenWait}`;

/** Open issues of agents that are held because they fail: nobody works on them until somebody acts. */
const ofHeldAgents = ({ scope }: BoardCaller): Statement => sql`
  select 'stuck', ${found} from roster_in_scope r
  join issues_in_scope i on i.assignee_agent_id = r.agent_id and i.status in ('todo', 'in_progress')
  where r.held_since is not null and ${inOpenCompany(scope)}
  order by i.priority desc, i.updated_at desc, i.id desc limit ${FOUND_MAX}`;

/** What runs have left in progress twice in a row: nobody goes on with it until somebody acts. */
const left = ({ scope }: BoardCaller): Statement => sql`
  select 'stuck', ${found} from issues_in_scope i
  where i.left_in_progress > 1 and i.status = 'in_progress' and ${inOpenCompany(scope)}
    and not exists (
      select from roster_in_scope r
      where r.agent_id = i.assignee_agent_id and r.held_since is not null
    )
    and not exists (
      select from given_up_issues g where g.issue_id = i.id and g.company_id = i.company_id
    )
  order by i.priority desc, i.updated_at desc, i.id desc limit ${FOUND_MAX}`;

/** What a run was given up on, or a terminated agent has left. Those of a held agent are found above. */
const givenUp = ({ scope }: BoardCaller): Statement => sql`
  select 'stuck', ${found} from ${givenUpIssues}
  where ${inOpenCompany(scope)} and not exists (
    select from roster_in_scope r
    where r.agent_id = i.assignee_agent_id and r.held_since is not null
  )
  order by i.priority desc, i.updated_at desc, i.id desc limit ${FOUND_MAX}`;

/** Open issues whose time has passed, whoever has them. */
const overdue = ({ scope }: BoardCaller): Statement => sql`
  select 'overdue', ${found} from issues_in_scope i
  where i.due_at is not null and i.due_at <= now() and i.status > 'done' and ${inOpenCompany(scope)}
  order by i.due_at desc, i.id desc limit ${FOUND_MAX}`;

const waiting = (caller: BoardCaller): Statement => sql`
  blocked as materialized (${blocked(caller)}), waiting as materialized (
    (${assigned(caller)}) union all (${inReview(caller)}) union all (${undecided(caller)})
    union all (${stuck}) union all (${ofHeldAgents(caller)})
    union all (${left(caller)}) union all (${givenUp(caller)})
    union all (${overdue(caller)})
  )`;

const lastComment = sql`(
  select jsonb_build_object(
    'id', m.id, 'authorName', m.author_name, 'excerpt', left(m.body, ${EXCERPT_MAX}),
    'createdAt', ${iso(sql`m.created_at`)}
  )
  from comments m where m.issue_id = i.id and m.number = i.comment_count
)`;

export const boardIssuesStatement = (caller: BoardCaller): Statement => sql`
  with ${waiting(caller)}
  select w.reason, i.id, i.company_id, i.identifier, i.title, i.status, i.priority,
    i.assignee_agent_id, i.assignee_user_id, i.project_id, i.updated_at, i.due_at,
    case when w.reason = 'stuck' then
      case when i.status = 'blocked' then 'no_open_blocker' else coalesce((
        select g.cause from ${givenUpIssues}
        where g.issue_id = w.id and not exists (
          select from roster r where r.agent_id = g.agent_id and r.held_since is not null
        )
      ), case when i.status = 'in_progress' and i.left_in_progress > 1 and not exists (
        select from roster r where r.agent_id = i.assignee_agent_id and r.held_since is not null
      ) then 'left_in_progress' end, 'agent_held') end
    end as stuck_by,
    ${lastComment} as last_comment
  from (
    select w.*, row_number() over (
      partition by w.reason
      order by w.status desc, w.priority desc, w.updated_at desc, w.id desc
    ) as rank
    from waiting w
  ) w
  join issues i on i.id = w.id
  where w.rank <= ${INBOX_ROWS_MAX}
  order by w.reason, w.rank limit ${INBOX_ROWS_MAX * 4}`;

type FoundIssue = BoardIssue | (OverdueIssue & { readonly reason: 'overdue' });

export const listIssuesOfBoard = (db: Db, caller: BoardCaller): Promise<FoundIssue[]> =>
  many(db, boardIssuesStatement(caller));

export type ReasonCount = WaitingCount & { readonly reason: BoardIssueReason | 'overdue' };

export interface ReasonCounts {
  /** Of the companies with the newest ones. */
  readonly counts: ReasonCount[];
  /** As many were found for a reason as are read, or more companies than are counted. */
  readonly more: boolean;
}

export const countIssuesOfBoard = (db: Db, caller: BoardCaller): Promise<ReasonCounts> =>
  one(
    db,
    sql`
    with ${waiting(caller)}, counted as materialized (
      select w.reason, w.company_id, count(*) as found, max(w.updated_at) as newest_at
      from waiting w group by w.company_id, w.reason
      order by newest_at desc, w.company_id, w.reason limit ${COUNTS_MAX + 1}
    )
    select (
        select coalesce(jsonb_agg(jsonb_build_object(
          'reason', c.reason, 'companyId', c.company_id,
          'count', least(c.found, ${INBOX_COUNT_MAX}))), '[]')
        from (select * from counted order by newest_at desc limit ${COUNTS_MAX}) c
      ) as counts,
      (select count(*) from counted) > ${COUNTS_MAX}
        or (select count(*) from blocked) = ${FOUND_MAX}
        or exists (select from waiting group by reason having count(*) = ${FOUND_MAX}) as more`,
  );
