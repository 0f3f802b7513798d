/** Copies of memberships: the board users to whom work may be assigned. */
import { Refusal } from '@muster/contracts';
import { maybeOne, none, sql, type Db } from '@muster/service-kit';

export const saveMember = (db: Db, companyId: string, userId: string): Promise<void> =>
  none(
    db,
    sql`
    insert into members (company_id, user_id) values (${companyId}, ${userId})
    on conflict (company_id, user_id) do nothing`,
  );

export const deleteMember = (db: Db, companyId: string, userId: string): Promise<void> =>
  none(db, sql`delete from members where company_id = ${companyId} and user_id = ${userId}`);

/**
 * Refuses assignees that are neither members nor involved. Instance admins are not members; they
 * are involved as the caller, or as the creator or the assigner of the issue.
 */
export async function requireAssignableUser(
  db: Db,
  companyId: string,
  userId: string,
  involved: readonly (string | null)[],
): Promise<void> {
  if (involved.includes(userId)) return;
  const found = await maybeOne(
    db,
    sql`
    select user_id from members where company_id = ${companyId} and user_id = ${userId}`,
  );
  if (!found) throw new Refusal('user_not_found', { field: 'assigneeUserId' });
}
