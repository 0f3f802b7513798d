/** Invitations of people to become users. Only the hash of a token's secret part is stored. */
import { Refusal, type MemberRole, type Permission, type UserInvitation } from '@muster/contracts';
import { many, maybeOne, none, one, sql, type Db, type Statement } from '@muster/service-kit';

const invitationColumns = sql`
  i.id, i.company_id, i.email, i.name, i.role, i.permissions, i.instance_admin,
  i.invited_by as invited_by_user_id, i.created_at, i.expires_at, i.accepted_at, i.revoked_at`;

export type NewInvitation = Omit<UserInvitation, 'acceptedAt' | 'revokedAt'> & {
  readonly lookup: string;
  readonly secretHash: Buffer;
};

export const insertInvitation = (db: Db, invitation: NewInvitation): Promise<UserInvitation> =>
  one<UserInvitation>(
    db,
    sql`
    insert into user_invitations as i (
      id, company_id, email, name, role, permissions, instance_admin, lookup, secret_hash,
      invited_by, created_at, expires_at
    ) values (
      ${invitation.id}, ${invitation.companyId}, ${invitation.email}, ${invitation.name},
      ${invitation.role}, ${invitation.permissions}, ${invitation.instanceAdmin},
      ${invitation.lookup}, ${invitation.secretHash}, ${invitation.invitedByUserId},
      ${invitation.createdAt}, ${invitation.expiresAt}
    )
    returning ${invitationColumns}`,
  );

/** An invitation that was neither accepted nor revoked, with its inviter as it is now. */
export interface OpenInvitation extends UserInvitation {
  readonly secretHash: Buffer;
  readonly inviterName: string;
  readonly inviterDisabledAt: string | null;
  readonly inviterIsAdmin: boolean;
  /** null if the inviter is no member of the company. */
  readonly inviterRole: MemberRole | null;
  readonly inviterPermissions: readonly Permission[] | null;
}

/** Invitations taken at most at a time; more than a person or an inviter ever has. */
const OPEN_MAX = 1_000;

const openInvitations = sql`
  select ${invitationColumns}, i.secret_hash, u.name as inviter_name,
    u.disabled_at as inviter_disabled_at, u.instance_admin as inviter_is_admin,
    m.role as inviter_role, m.permissions as inviter_permissions
  from user_invitations i
    join users u on u.id = i.invited_by
    left join memberships m on m.company_id = i.company_id and m.user_id = i.invited_by
  where i.accepted_at is null and i.revoked_at is null and i.expires_at > now()`;

export const findOpenInvitation = (db: Db, lookup: string): Promise<OpenInvitation | undefined> =>
  maybeOne<OpenInvitation>(db, sql`${openInvitations} and i.lookup = ${lookup}`);

/** An invitation to the address, by its id. */
export const findOpenInvitationTo = (
  db: Db,
  { invitationId, email }: { invitationId: string; email: string },
): Promise<OpenInvitation | undefined> =>
  maybeOne<OpenInvitation>(
    db,
    sql`${openInvitations} and i.id = ${invitationId} and i.email = ${email}`,
  );

export const listOpenInvitationsTo = (db: Db, email: string): Promise<OpenInvitation[]> =>
  many<OpenInvitation>(
    db,
    sql`
    ${openInvitations} and i.email = ${email}
    order by i.created_at desc, i.id desc limit ${OPEN_MAX}`,
  );

export const listOpenInvitationsBy = (
  db: Db,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<OpenInvitation[]> =>
  many<OpenInvitation>(
    db,
    sql`
    ${openInvitations} and i.company_id = ${companyId} and i.invited_by = ${userId}
    order by i.id limit ${OPEN_MAX}`,
  );

/** Marks the invitation as accepted; of two concurrent attempts one gets false. */
export async function useInvitation(
  db: Db,
  { id, userId, now }: { id: string; userId: string; now: string },
): Promise<boolean> {
  const used = await many(
    db,
    sql`
    update user_invitations set accepted_at = ${now}, accepted_by = ${userId}
    where id = ${id} and accepted_at is null and revoked_at is null and expires_at > now()
    returning id`,
  );
  return used.length > 0;
}

/** Invitations to a company, or to the instance. */
export const listInvitations = (
  db: Db,
  {
    companyId,
    before,
    limit,
  }: {
    companyId: string | null;
    before: readonly [createdAt: string, id: string] | undefined;
    limit: number;
  },
): Promise<UserInvitation[]> =>
  many<UserInvitation>(
    db,
    sql`
    select ${invitationColumns} from user_invitations i
    where ${ofCompany(companyId)}
      and (i.created_at, i.id) < (
        ${before?.[0] ?? 'infinity'}::timestamptz,
        ${before?.[1] ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'}::uuid)
    order by i.created_at desc, i.id desc limit ${limit}`,
  );

export async function lockInvitation(
  db: Db,
  { companyId, invitationId }: { companyId: string | null; invitationId: string },
): Promise<UserInvitation> {
  const invitation = await maybeOne<UserInvitation>(
    db,
    sql`
    select ${invitationColumns} from user_invitations i
    where ${ofCompany(companyId)} and i.id = ${invitationId} for update`,
  );
  if (!invitation) throw new Refusal('invitation_not_found');
  return invitation;
}

export const revokeInvitation = (db: Db, id: string, revokedAt: string): Promise<void> =>
  none(db, sql`update user_invitations set revoked_at = ${revokedAt} where id = ${id}`);

/** Revokes what a user who is no instance admin any more has invited to the instance. */
export const revokeInstanceInvitationsBy = async (
  db: Db,
  { userId, revokedAt }: { userId: string; revokedAt: string },
): Promise<number> => {
  const revoked = await many(
    db,
    sql`
    update user_invitations set revoked_at = ${revokedAt}
    where company_id is null and invited_by = ${userId}
      and accepted_at is null and revoked_at is null
    returning id`,
  );
  return revoked.length;
};

const ofCompany = (companyId: string | null): Statement =>
  companyId === null ? sql`i.company_id is null` : sql`i.company_id = ${companyId}`;
