/**
 * The ends of waits. Each is an update of open waits only, so of two ends of one wait the second finds
 * nothing, and each is told once. A wait that has ended has no token any more.
 */
import type { EndedWait, Wait } from '@muster/contracts';
import { many, maybeOne, sql, type Db, type Statement } from '@muster/service-kit';
import { snapshotColumns } from '../issue-columns.ts';
import type { IssueKey } from '../issue-rows.ts';
import type { IssueSnapshotRow } from '../comments.ts';
import { waitColumns, type WaitRow } from './waits.ts';

const ended = (cause: Statement): Statement =>
  sql`ended_at = now(), token_hash = null, cause = ${cause}`;

/** Ends the wait whose token has this hash. */
export const endSignalledWait = (
  db: Db,
  tokenHash: Buffer,
  received: string,
): Promise<WaitRow | undefined> =>
  maybeOne<WaitRow>(
    db,
    sql`
    update waits w set ${ended(sql`'signal'`)}, received = ${received}
    where w.token_hash = ${tokenHash} and w.ended_at is null
      and (w.next_at is null or w.next_at > now())
    returning ${waitColumns}`,
  );

/** Ends the open waits of a company with this key, the oldest first. */
export const endKeyedWaits = (
  db: Db,
  { companyId, key }: { readonly companyId: string; readonly key: string },
  received: string,
  limit: number,
): Promise<WaitRow[]> =>
  many<WaitRow>(
    db,
    sql`
    with found as (
      select id from waits
      where company_id = ${companyId} and key = ${key} and ended_at is null
      order by id limit ${limit} for no key update
    ), ended as (
      update waits w set ${ended(sql`'signal'`)}, received = ${received}
      from found where w.id = found.id
      returning ${waitColumns}
    )
    select * from ended w order by w.id limit ${limit}`,
  );

export const cancelWaitRow = (db: Db, { id, companyId }: IssueKey): Promise<WaitRow | undefined> =>
  maybeOne<WaitRow>(
    db,
    sql`
    update waits w set ${ended(sql`'cancelled'`)}
    where w.id = ${id} and w.company_id = ${companyId} and w.ended_at is null
    returning ${waitColumns}`,
  );

/** All open waits of an issue that has ended. */
export const cancelWaitsOf = (
  db: Db,
  { id, companyId }: IssueKey,
  limit: number,
): Promise<WaitRow[]> =>
  many<WaitRow>(
    db,
    sql`
    with cancelled as (
      update waits w set ${ended(sql`'cancelled'`)}
      where w.issue_id = ${id} and w.company_id = ${companyId} and (w.ended_at is null)
      returning ${waitColumns}
    )
    select * from cancelled w order by w.id limit ${limit}`,
  );

/** A wait that is due, in the order in which they are. */
export interface DueWait extends Pick<Wait, 'id' | 'companyId' | 'issueId' | 'onDeadline'> {
  readonly nextAt: string;
  /** Its deadline has come before its time. */
  readonly isLate: boolean;
  readonly byAgentId: string | null;
}

const isLate: Statement = sql`coalesce(w.deadline < w.until, w.until is null)`;

export const dueStatement = (after: DueWait | undefined, limit: number): Statement => sql`
  select w.id, w.company_id, w.issue_id, w.on_deadline, w.next_at, w.by_agent_id, ${isLate} as is_late
  from waits w
  where w.ended_at is null and w.next_at is not null and w.next_at <= now() ${
    after ? sql`and (w.next_at, w.id) > (${after.nextAt}::timestamptz, ${after.id}::uuid)` : sql``
  }
  order by w.next_at, w.id limit ${limit}`;

export const listDueWaits = (
  db: Db,
  after: DueWait | undefined,
  limit: number,
): Promise<DueWait[]> => many<DueWait>(db, dueStatement(after, limit));

/** Ends those of them that are still open and due; what another replica holds is left to it. */
export const endDueWaits = (
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<WaitRow[]> =>
  many<WaitRow>(
    db,
    sql`
    with due as (
      select id from waits
      where id = any(${ids}::uuid[]) and company_id = ${companyId} and ended_at is null
        and next_at <= now()
      order by next_at, id limit ${ids.length} for no key update skip locked
    ), ended as (
      update waits w set ${ended(sql`case when ${isLate} then 'deadline' else 'due' end`)}
      from due where w.id = due.id
      returning w.next_at, ${waitColumns}
    )
    select ${waitColumns} from ended w order by w.next_at, w.id limit ${ids.length}`,
  );

/** The issues of waits as events show them, by id. */
export async function snapshotsOf(
  db: Db,
  companyId: string,
  issueIds: readonly string[],
): Promise<ReadonlyMap<string, IssueSnapshotRow>> {
  const ids = [...new Set(issueIds)];
  const found = await many<IssueSnapshotRow>(
    db,
    sql`
    select ${snapshotColumns} from issues i
    where i.id = any(${ids}::uuid[]) and i.company_id = ${companyId}
    order by i.id limit ${ids.length}`,
  );
  return new Map(found.map((issue) => [issue.id, issue]));
}

/** The number of characters of a signal in what is read often. */
export const latestEndedStatement = (
  { id, companyId }: IssueKey,
  agentId: string,
  receivedMax: number,
): Statement => sql`
  select w.note, w.cause, w.ended_at, left(w.received, ${receivedMax}) as received
  from waits_in_scope w
  where w.issue_id = ${id} and w.company_id = ${companyId} and (w.ended_at is null) = false
    and w.agent_id = ${agentId} and w.cause <> 'cancelled'
  order by w.ended_at desc limit 1`;

export const findLatestEnded = (
  db: Db,
  issue: IssueKey,
  agentId: string,
  receivedMax: number,
): Promise<EndedWait | undefined> =>
  maybeOne<EndedWait>(db, latestEndedStatement(issue, agentId, receivedMax));
