/**
 * Copies of memberships: the board users to whom work may be assigned. The number of the last event
 * is kept for former members too, because an event that arrives late must not undo a newer one.
 */
import { Refusal } from '@muster/contracts';
import { maybeOne, none, sql, type Db } from '@muster/service-kit';

/** A user after an event of this number in the company's log. */
export interface MemberAt {
  readonly companyId: string;
  readonly userId: string;
  readonly seq: number;
}

/** One row if the event is newer than all that were applied to the user. */
const position = ({ companyId, userId, seq }: MemberAt) => sql`
  insert into member_positions as p (company_id, user_id, last_seq)
  values (${companyId}, ${userId}, ${seq})
  on conflict (company_id, user_id) do update set last_seq = excluded.last_seq
  where p.last_seq < excluded.last_seq
  returning p.company_id, p.user_id`;

export const saveMember = (db: Db, at: MemberAt): Promise<void> =>
  none(
    db,
    sql`
    with newest as (${position(at)})
    insert into members (company_id, user_id) select company_id, user_id from newest
    on conflict (company_id, user_id) do nothing`,
  );

export const deleteMember = (db: Db, at: MemberAt): Promise<void> =>
  none(
    db,
    sql`
    with newest as (${position(at)})
    delete from members m using newest n
    where m.company_id = ${at.companyId} and m.user_id = n.user_id`,
  );

/**
 * Whether the user is a member or involved. Instance admins are not members; they are involved as the
 * caller, or as the creator or the assigner of the issue.
 */
export const isAssignableUser = async (
  db: Db,
  companyId: string,
  userId: string,
  involved: readonly (string | null)[],
): Promise<boolean> =>
  involved.includes(userId) ||
  (await maybeOne(
    db,
    sql`
    select user_id from members where company_id = ${companyId} and user_id = ${userId}`,
  )) !== undefined;

/** Refuses other assignees. */
export async function requireAssignableUser(
  ...assigning: Parameters<typeof isAssignableUser>
): Promise<void> {
  if (await isAssignableUser(...assigning)) return;
  throw new Refusal('user_not_found', { field: 'assigneeUserId' });
}
