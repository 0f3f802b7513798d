/** Memberships of users in companies, with the users' names and e-mail addresses. */
import { Refusal, type Member, type Membership } from '@muster/contracts';
import { many, maybeOne, NIL_UUID, none, one, sql, type Db } from '@muster/service-kit';
import type { Grant } from '../domain/membership.ts';

const memberColumns = sql`
  m.company_id, m.user_id, u.name, u.email, m.role, m.permissions, m.created_at, m.updated_at,
  m.version`;
const members = sql`memberships m join users u on u.id = m.user_id`;

export const insertMember = async (
  db: Db,
  { companyId, userId, role, permissions }: Grant & { companyId: string; userId: string },
): Promise<Member> => {
  await none(
    db,
    sql`
    insert into memberships (company_id, user_id, role, permissions)
    values (${companyId}, ${userId}, ${role}, ${permissions})`,
  );
  return getMember(db, companyId, userId);
};

export const findMember = (
  db: Db,
  companyId: string,
  userId: string,
): Promise<Member | undefined> =>
  maybeOne<Member>(
    db,
    sql`
    select ${memberColumns} from ${members}
    where m.company_id = ${companyId} and m.user_id = ${userId}`,
  );

export async function getMember(db: Db, companyId: string, userId: string): Promise<Member> {
  const member = await findMember(db, companyId, userId);
  if (!member) throw new Refusal('user_not_found');
  return member;
}

export const listMemberRows = (
  db: Db,
  {
    companyId,
    after,
    limit,
  }: {
    companyId: string;
    after: readonly [createdAt: string, userId: string] | undefined;
    limit: number;
  },
): Promise<Member[]> =>
  many<Member>(
    db,
    sql`
    select ${memberColumns} from ${members}
    where m.company_id = ${companyId}
      and (m.created_at, m.user_id) > (
        ${after?.[0] ?? '-infinity'}::timestamptz,
        ${after?.[1] ?? NIL_UUID}::uuid)
    order by m.created_at, m.user_id limit ${limit}`,
  );

export const saveMember = async (
  db: Db,
  {
    companyId,
    userId,
    role,
    permissions,
    now,
  }: Grant & {
    companyId: string;
    userId: string;
    now: string;
  },
): Promise<Member> => {
  await none(
    db,
    sql`
    update memberships
    set role = ${role}, permissions = ${permissions}, updated_at = ${now}, version = version + 1
    where company_id = ${companyId} and user_id = ${userId}`,
  );
  return getMember(db, companyId, userId);
};

export const deleteMember = (db: Db, companyId: string, userId: string): Promise<void> =>
  none(
    db,
    sql`
    delete from memberships where company_id = ${companyId} and user_id = ${userId}`,
  );

/** Whether the company has another owner who is not disabled. */
export const hasOtherOwner = async (
  db: Db,
  { companyId, userId }: Pick<Member, 'companyId' | 'userId'>,
): Promise<boolean> => {
  const { found } = await one<{ found: boolean }>(
    db,
    sql`
    select exists (
      select from ${members}
      where m.company_id = ${companyId} and m.role = 'owner' and m.user_id <> ${userId}
        and u.disabled_at is null
    ) as found`,
  );
  return found;
};

/** Memberships that travel at most in the actor envelope of a user's requests. */
const MEMBERSHIPS_MAX = 1_000;

export const listMemberships = (db: Db, userId: string): Promise<Membership[]> =>
  many<Membership>(
    db,
    sql`
    select company_id, role, permissions from memberships
    where user_id = ${userId} order by company_id limit ${MEMBERSHIPS_MAX}`,
  );
