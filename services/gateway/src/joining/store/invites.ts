/** Agent invites. Only the hash of a token is stored. */
import { Refusal, type Scope } from '@muster/contracts';
import {
  firstRows,
  inScope,
  maybeOne,
  none,
  one,
  sql,
  type Db,
  type FirstRows,
  type OldRows,
} from '@muster/service-kit';
import type { InviteRow } from '../domain/invite.ts';

const columns = sql`
  id, company_id, agent_message, created_by_agent_id, created_by_user_id, expires_at, used_at,
  revoked_at, created_at`;

export type NewInvite = Omit<InviteRow, 'usedAt' | 'revokedAt'> & {
  readonly companyName: string;
  readonly tokenHash: Buffer;
};

export const insertInvite = (db: Db, invite: NewInvite): Promise<void> =>
  none(
    db,
    sql`
    insert into invites (
      id, company_id, company_name, token_hash, agent_message, created_by_agent_id,
      created_by_user_id, created_at, expires_at
    ) values (
      ${invite.id}, ${invite.companyId}, ${invite.companyName}, ${invite.tokenHash},
      ${invite.agentMessage}, ${invite.createdByAgentId}, ${invite.createdByUserId},
      ${invite.createdAt}, ${invite.expiresAt}
    )`,
  );

/** The newest first: ids are ordered by time. */
export const listInviteRows = (
  db: Db,
  { companyId, before, size }: { companyId: string; before: string | undefined; size: number },
): Promise<FirstRows<InviteRow>> =>
  firstRows(
    db,
    sql`
    select ${columns} from invites
    where company_id = ${companyId}
      and (${before ?? null}::uuid is null or id < ${before ?? null}::uuid)
    order by id desc limit ${size + 1}`,
    size,
    { texts: ['agent_message'] },
  );

export const findCompanyOfInvite = async (
  db: Db,
  scope: Scope,
  id: string,
): Promise<string | undefined> => {
  const found = await maybeOne<{ companyId: string }>(
    db,
    sql`
    select company_id from invites where id = ${id} and ${inScope(scope)}`,
  );
  return found?.companyId;
};

export async function lockInvite(
  db: Db,
  { companyId, inviteId }: { companyId: string; inviteId: string },
): Promise<InviteRow> {
  const invite = await maybeOne<InviteRow>(
    db,
    sql`
    select ${columns} from invites
    where company_id = ${companyId} and id = ${inviteId} for update`,
  );
  if (!invite) throw new Refusal('invite_not_found');
  return invite;
}

export const saveRevocation = (db: Db, invite: InviteRow, revokedAt: string): Promise<InviteRow> =>
  one<InviteRow>(
    db,
    sql`
    update invites set revoked_at = ${revokedAt}
    where company_id = ${invite.companyId} and id = ${invite.id}
    returning ${columns}`,
  );

export type OpenInvite = Pick<InviteRow, 'id' | 'companyId' | 'agentMessage' | 'expiresAt'> & {
  readonly companyName: string;
};

/** A token determines its invite and so the company. Invites of archived companies are invalid. */
const isOpen = (tokenHash: Buffer) => sql`
  i.token_hash = ${tokenHash} and i.used_at is null and i.revoked_at is null
    and i.expires_at > now()
    and not exists (
      select from companies c where c.company_id = i.company_id and c.status = 'archived'
    )`;

export async function getOpenInvite(db: Db, tokenHash: Buffer): Promise<OpenInvite> {
  const invite = await maybeOne<OpenInvite>(
    db,
    sql`
    select i.id, i.company_id, i.agent_message, i.expires_at, i.company_name
    from invites i where ${isOpen(tokenHash)}`,
  );
  if (!invite) throw new Refusal('invite_not_found');
  return invite;
}

/** Marks the invite as used; of several concurrent uses one succeeds. */
export async function useInvite(
  db: Db,
  tokenHash: Buffer,
): Promise<{ readonly id: string; readonly companyId: string }> {
  const used = await maybeOne<{ id: string; companyId: string }>(
    db,
    sql`
    update invites i set used_at = now() where ${isOpen(tokenHash)}
    returning i.id, i.company_id`,
  );
  if (!used) throw new Refusal('invite_not_found');
  return used;
}

/** Those that expired a month ago. */
export const oldInvites: OldRows = {
  table: sql`invites`,
  by: sql`expires_at`,
  below: sql`now() - interval '30 days'`,
};
