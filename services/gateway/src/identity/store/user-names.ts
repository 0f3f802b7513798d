/** Names of the users that act in a company. */
import { many, sql, type Db } from '@muster/service-kit';

export interface UserName {
  readonly id: string;
  readonly name: string;
}

/** An instance admin acts in every company without a membership. */
export const listUserNameRows = (
  db: Db,
  companyId: string,
  userIds: readonly string[],
): Promise<UserName[]> =>
  many(
    db,
    sql`
    select u.id, u.name from users u
    where u.id = any(${userIds}::uuid[]) and (u.instance_admin or exists (
      select from memberships m where m.company_id = ${companyId} and m.user_id = u.id
    ))
    order by u.id limit ${userIds.length}`,
  );
