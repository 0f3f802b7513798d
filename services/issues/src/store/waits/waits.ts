/** The waits of agents. All times are those of the database. */
import type { OnDeadline, Wait, Redactable } from '@muster/contracts';
import {
  firstRows,
  many,
  maybeOne,
  one,
  sql,
  type Db,
  type FirstRows,
  type Statement,
} from '@muster/service-kit';
import type { Whole } from '../../domain/issue-state.ts';
import type { IssueKey } from '../issue-rows.ts';

export type WaitRow = Redactable<Whole<Wait>>;

export const waitColumns: Statement = sql`
  w.id, w.company_id, w.issue_id, w.agent_id, w.by_agent_id, w.by_user_id, w.note, w.until, w.deadline,
  w.on_deadline, w.signal, w.key, w.received, w.created_at, w.ended_at, w.cause, w.redacted`;

export interface NewWait extends Pick<
  WaitRow,
  'id' | 'companyId' | 'issueId' | 'agentId' | 'byAgentId' | 'byUserId' | 'note' | 'signal' | 'key'
> {
  readonly until: string | null;
  /** Seconds from now, instead of `until`. */
  readonly after: number | null;
  readonly deadline: string | null;
  readonly onDeadline: OnDeadline;
  readonly tokenHash: Buffer | null;
}

/** A moment of an agent is at least a minute away, or it would keep itself awake. Null stays null. */
const noEarlier = ({ byAgentId }: NewWait, moment: Statement): Statement =>
  byAgentId === null
    ? moment
    : sql`case when ${moment} is not null then greatest(${moment}, now() + interval '1 minute') end`;

export const insertWait = (db: Db, wait: NewWait): Promise<WaitRow> =>
  one<WaitRow>(
    db,
    sql`
    insert into waits as w (
      id, company_id, issue_id, agent_id, by_agent_id, by_user_id, note, until, deadline,
      on_deadline, signal, key, token_hash, created_at
    )
    values (
      ${wait.id}, ${wait.companyId}, ${wait.issueId}, ${wait.agentId}, ${wait.byAgentId},
      ${wait.byUserId}, ${wait.note},
      ${noEarlier(
        wait,
        sql`coalesce(
        ${wait.until}::timestamptz,
        now() + make_interval(secs => ${wait.after}::double precision)
      )`,
      )},
      ${noEarlier(wait, sql`${wait.deadline}::timestamptz`)}, ${wait.onDeadline}, ${wait.signal}, ${wait.key},
      ${wait.tokenHash}::bytea, now()
    )
    returning ${waitColumns}`,
  );

/** Of an issue `i`: for a condition. */
export const hasOpenWait: Statement = sql`exists (
  select from waits_in_scope w
  where w.issue_id = i.id and w.company_id = i.company_id and (w.ended_at is null)
)`;

/** Counts no further than the limit of an issue. */
export const countOpenWaits = async (
  db: Db,
  { id, companyId }: IssueKey,
  limit: number,
): Promise<number> => {
  const { count } = await one<{ count: number }>(
    db,
    sql`
    select count(*)::integer as count from (
      select from waits w
      where w.issue_id = ${id} and w.company_id = ${companyId} and (w.ended_at is null)
      limit ${limit}
    ) open`,
  );
  return count;
};

/** A page begins after the wait with this key. */
export interface WaitPosition {
  readonly isOpen: boolean;
  readonly id: string;
}

export const waitsStatement = (
  { id, companyId }: IssueKey,
  position: WaitPosition | undefined,
  limit: number,
): Statement => sql`
  select ${waitColumns} from waits_in_scope w
  where w.issue_id = ${id} and w.company_id = ${companyId} ${
    position
      ? sql`and ((w.ended_at is null), w.id) < (${position.isOpen}::boolean, ${position.id}::uuid)`
      : sql``
  }
  order by (w.ended_at is null) desc, w.id desc limit ${limit}`;

export const listWaitRows = (
  db: Db,
  issue: IssueKey,
  position: WaitPosition | undefined,
  size: number,
): Promise<FirstRows<WaitRow>> =>
  firstRows(db, waitsStatement(issue, position, size + 1), size, { texts: ['received'] });

export const lockWait = (
  db: Db,
  { id, companyId }: IssueKey,
  waitId: string,
): Promise<WaitRow | undefined> =>
  maybeOne<WaitRow>(
    db,
    sql`
    select ${waitColumns} from waits w
    where w.id = ${waitId} and w.issue_id = ${id} and w.company_id = ${companyId}
    for no key update`,
  );

/** Whether the agent is a manager of the other one, directly or through other managers. */
export const isManagerOf = async (
  db: Db,
  companyId: string,
  managerId: string,
  agentId: string,
): Promise<boolean> => {
  const found = await many(
    db,
    sql`
    select r.agent_id from roster r
    where r.agent_id = ${agentId} and r.company_id = ${companyId} and ${managerId}::uuid = any(r.chain)
    limit 1`,
  );
  return found.length > 0;
};
