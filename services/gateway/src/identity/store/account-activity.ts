/**
 * What was done to accounts and to the installation. A write of it stands in the transaction of its
 * action; signing in and out, of which the library has its own connections, is written before the answer
 * leaves, so that nobody has a session that is not listed.
 */
import type { AccountAction, AccountActivity, SignInMethod } from '@muster/contracts';
import { many, none, sql, type Db, type OldRows } from '@muster/service-kit';

export interface NewAccountAction {
  readonly action: AccountAction;
  readonly userId: string | null;
  /** Absent: the user itself. */
  readonly actorId?: string | null;
  readonly method?: SignInMethod;
  readonly subjectId?: string;
  readonly address?: string;
}

/** Kept for a year, and the month in which it is looked through. */
const KEPT_DAYS = 400;
/**
 * Failures written in a quarter of an hour for one account, and for what is no account. Guesses beyond
 * them are refused by their limits, or come from many addresses, which would fill the table.
 */
const FAILURES_MAX = 20;

export const insertAccountAction = (db: Db, action: NewAccountAction): Promise<void> =>
  none(db, sql`insert into account_activity ${columns} values (${valuesOf(action)})`);

export const insertFailure = (db: Db, action: NewAccountAction): Promise<void> =>
  none(
    db,
    sql`
    insert into account_activity ${columns} select ${valuesOf(action)}
    where (
      select count(*) from account_activity
      where created_at > now() - interval '15 minutes' and action = ${action.action}
        and user_id is not distinct from ${action.userId}
    ) < ${FAILURES_MAX}`,
  );

const columns = sql`(user_id, actor_id, action, method, subject_id, address)`;
const valuesOf = ({ userId, actorId = userId, ...action }: NewAccountAction) => sql`
  ${userId}::uuid, ${actorId}::uuid, ${action.action}::text, ${action.method ?? null}::text,
  ${action.subjectId ?? null}::uuid, ${action.address ?? null}::text`;

export interface ActionPage {
  readonly before: string | undefined;
  readonly limit: number;
}

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const shown = sql`
  a.id, a.action, a.user_id, u.name as user_name, a.actor_id, by.name as actor_name, a.method,
  a.subject_id, a.address, a.created_at`;
const named = sql`left join users u on u.id = a.user_id left join users by on by.id = a.actor_id`;

export const listAccountActions = (
  db: Db,
  { before, limit }: ActionPage,
): Promise<AccountActivity[]> =>
  many<AccountActivity>(
    db,
    sql`
    select ${shown} from account_activity a ${named}
    where a.id < ${before ?? LAST_ID}::uuid order by a.id desc limit ${limit}`,
  );

/** On the account of the user, or by the user: each part by an index of its own. */
export const listAccountActionsOf = (
  db: Db,
  { userId, before, limit }: ActionPage & { userId: string },
): Promise<AccountActivity[]> =>
  many<AccountActivity>(
    db,
    sql`
    select ${shown} from (
      (select * from account_activity
        where user_id = ${userId} and id < ${before ?? LAST_ID}::uuid order by id desc limit ${limit})
      union
      (select * from account_activity
        where actor_id = ${userId} and id < ${before ?? LAST_ID}::uuid order by id desc limit ${limit})
    ) a ${named}
    order by a.id desc limit ${limit}`,
  );

export const oldAccountActions: OldRows = {
  table: sql`account_activity`,
  by: sql`created_at`,
  below: sql`now() - make_interval(days => ${KEPT_DAYS})`,
};
