/** Join requests of agents from outside. Only the hash of a claim secret is stored. */
import {
  Refusal,
  type Joiner,
  type JoinRequest,
  type JoinRequestStatus,
  type Scope,
} from '@muster/contracts';
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

/** A pending request past its time is shown as expired; its row is not changed. */
const status = sql`
  case when status = 'pending' and expires_at <= now() then 'expired' else status end`;

const columns = sql`
  id, company_id, invite_id, ${status} as status, agent_id, agent_name, role, title, icon,
  capabilities, adapter_type, adapter_config, decision_note, decided_by_user_id, decided_at,
  claimed_at, expires_at, created_at`;

export type NewJoinRequest = Pick<
  JoinRequest,
  'id' | 'companyId' | 'inviteId' | 'expiresAt' | 'createdAt'
> & { readonly joiner: Joiner; readonly claimHash: Buffer };

export const insertJoinRequest = (
  db: Db,
  { joiner, ...request }: NewJoinRequest,
): Promise<JoinRequest> =>
  one<JoinRequest>(
    db,
    sql`
    insert into join_requests (
      id, company_id, invite_id, status, agent_name, role, title, icon, capabilities,
      adapter_type, adapter_config, claim_hash, expires_at, created_at
    ) values (
      ${request.id}, ${request.companyId}, ${request.inviteId}, 'pending', ${joiner.name},
      ${joiner.role}, ${joiner.title}, ${joiner.icon}, ${joiner.capabilities},
      ${joiner.adapterType}, ${JSON.stringify(joiner.adapterConfig)}::jsonb,
      ${request.claimHash}, ${request.expiresAt}, ${request.createdAt}
    )
    returning ${columns}`,
  );

export interface JoinRequestFilter {
  readonly companyId: string;
  readonly statuses: readonly JoinRequestStatus[] | undefined;
  readonly before: string | undefined;
  readonly size: number;
}

export const listJoinRequestRows = (
  db: Db,
  { companyId, statuses, before, size }: JoinRequestFilter,
): Promise<FirstRows<JoinRequest>> =>
  firstRows(
    db,
    sql`
    select ${columns} from join_requests
    where company_id = ${companyId}
      and (${statuses ?? null}::text[] is null or ${status} = any(${statuses ?? null}::text[]))
      and (${before ?? null}::uuid is null or id < ${before ?? null}::uuid)
    order by id desc limit ${size + 1}`,
    size,
    { texts: ['capabilities', 'decision_note'], json: ['adapter_config'] },
  );

export const findCompanyOfJoinRequest = async (
  db: Db,
  scope: Scope,
  id: string,
): Promise<string | undefined> => {
  const found = await maybeOne<{ companyId: string }>(
    db,
    sql`
    select company_id from join_requests where id = ${id} and ${inScope(scope)}`,
  );
  return found?.companyId;
};

export async function lockJoinRequest(
  db: Db,
  { companyId, joinRequestId }: { companyId: string; joinRequestId: string },
): Promise<JoinRequest> {
  const request = await maybeOne<JoinRequest>(
    db,
    sql`
    select ${columns} from join_requests
    where company_id = ${companyId} and id = ${joinRequestId} for update`,
  );
  if (!request) throw new Refusal('join_request_not_found');
  return request;
}

interface Claim {
  readonly joinRequestId: string;
  readonly claimHash: Buffer;
}

/** The claim secret proves ownership of the request until it expires. */
const isClaimedBy = ({ joinRequestId, claimHash }: Claim) => sql`
  id = ${joinRequestId} and claim_hash = ${claimHash} and expires_at > now()`;

export async function getOwnJoinRequest(db: Db, claim: Claim): Promise<JoinRequest> {
  const request = await maybeOne<JoinRequest>(
    db,
    sql`
    select ${columns} from join_requests where ${isClaimedBy(claim)}`,
  );
  if (!request) throw new Refusal('join_request_not_found');
  return request;
}

/** Serializes concurrent claims: the first one to lock the row succeeds. */
export async function lockOwnJoinRequest(db: Db, claim: Claim): Promise<JoinRequest> {
  const request = await maybeOne<JoinRequest>(
    db,
    sql`
    select ${columns} from join_requests where ${isClaimedBy(claim)} for update`,
  );
  if (!request) throw new Refusal('join_request_not_found');
  return request;
}

/** The person who has made the invite and decided on the request, too; null where those were two. */
export const findSolePerson = async (
  db: Db,
  { companyId, inviteId, decidedByUserId }: JoinRequest,
): Promise<string | null> => {
  const found = await maybeOne<{ userId: string }>(
    db,
    sql`
    select created_by_user_id as user_id from invites
    where company_id = ${companyId} and id = ${inviteId}
      and created_by_user_id = ${decidedByUserId}`,
  );
  return found?.userId ?? null;
};

export type JoinDecision = Pick<
  JoinRequest,
  'agentId' | 'agentName' | 'decisionNote' | 'expiresAt'
> & {
  readonly status: 'approved' | 'rejected';
  readonly decidedByUserId: string;
  readonly decidedAt: string;
};

export const saveDecision = (
  db: Db,
  { id, companyId }: JoinRequest,
  decision: JoinDecision,
): Promise<JoinRequest> =>
  one<JoinRequest>(
    db,
    sql`
    update join_requests
    set status = ${decision.status}, agent_id = ${decision.agentId},
      agent_name = ${decision.agentName}, decision_note = ${decision.decisionNote},
      decided_by_user_id = ${decision.decidedByUserId}, decided_at = ${decision.decidedAt},
      expires_at = ${decision.expiresAt}
    where company_id = ${companyId} and id = ${id}
    returning ${columns}`,
  );

export const saveClaim = (db: Db, { id, companyId }: JoinRequest, now: string): Promise<void> =>
  none(
    db,
    sql`
    update join_requests set status = 'claimed', claimed_at = ${now}
    where company_id = ${companyId} and id = ${id}`,
  );

/** Those that expired a month ago. */
export const oldJoinRequests: OldRows = {
  table: sql`join_requests`,
  by: sql`expires_at`,
  below: sql`now() - interval '30 days'`,
};
