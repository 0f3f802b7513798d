/** People who are invited to become users. Of a token there is only the hash of its secret part. */
import { Refusal, type UserInvitation } from '@muster/contracts';
import { many, maybeOne, none, one, sql, type Db } from '@muster/service-kit';

const invitationColumns = sql`
  id, company_id, email, name, role, permissions, instance_admin, invited_by as invited_by_user_id,
  created_at, expires_at, accepted_at, revoked_at`;

export type NewInvitation =
  & Omit<UserInvitation, 'acceptedAt' | 'revokedAt'>
  & { readonly lookup: string; readonly secretHash: Buffer };

export const insertInvitation = (db: Db, invitation: NewInvitation): Promise<UserInvitation> =>
  one<UserInvitation>(db, sql`
    insert into user_invitations (
      id, company_id, email, name, role, permissions, instance_admin, lookup, secret_hash,
      invited_by, created_at, expires_at
    ) values (
      ${invitation.id}, ${invitation.companyId}, ${invitation.email}, ${invitation.name},
      ${invitation.role}, ${invitation.permissions}, ${invitation.instanceAdmin},
      ${invitation.lookup}, ${invitation.secretHash}, ${invitation.invitedByUserId},
      ${invitation.createdAt}, ${invitation.expiresAt}
    )
    returning ${invitationColumns}`);

export type FoundInvitation = UserInvitation & { readonly secretHash: Buffer };

/** One that can still be accepted. */
export const findOpenInvitation = (
  db: Db,
  lookup: string,
): Promise<FoundInvitation | undefined> =>
  maybeOne<FoundInvitation>(db, sql`
    select ${invitationColumns}, secret_hash from user_invitations
    where lookup = ${lookup} and accepted_at is null and revoked_at is null
      and expires_at > now()`);

/** Uses it up; of two who try at once, one is told that there is none. */
export async function useInvitation(
  db: Db,
  { id, userId, now }: { id: string; userId: string; now: string },
): Promise<void> {
  const used = await many(db, sql`
    update user_invitations set accepted_at = ${now}, accepted_by = ${userId}
    where id = ${id} and accepted_at is null and revoked_at is null and expires_at > now()
    returning id`);
  if (used.length === 0) throw new Refusal('token_not_found');
}

export const listInvitations = (
  db: Db,
  { companyId, before, limit }: {
    companyId: string;
    before: readonly [createdAt: string, id: string] | undefined;
    limit: number;
  },
): Promise<UserInvitation[]> =>
  many<UserInvitation>(db, sql`
    select ${invitationColumns} from user_invitations
    where company_id = ${companyId}
      and (created_at, id) < (
        ${before?.[0] ?? 'infinity'}::timestamptz,
        ${before?.[1] ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'}::uuid)
    order by created_at desc, id desc limit ${limit}`);

export async function lockInvitation(
  db: Db,
  { companyId, invitationId }: { companyId: string; invitationId: string },
): Promise<UserInvitation> {
  const invitation = await maybeOne<UserInvitation>(db, sql`
    select ${invitationColumns} from user_invitations
    where company_id = ${companyId} and id = ${invitationId} for update`);
  if (!invitation) throw new Refusal('invitation_not_found');
  return invitation;
}

export const revokeInvitation = (db: Db, id: string, revokedAt: string): Promise<void> =>
  none(db, sql`update user_invitations set revoked_at = ${revokedAt} where id = ${id}`);
