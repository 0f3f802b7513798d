/** What every move of an approval has in common: it is locked, and bound to what was read. */
import { Refusal, type Actor, type Scope } from '@muster/contracts';
import type { Db } from '@muster/service-kit';
import type { ApprovalRow } from '../domain/approval.ts';
import { lockApproval } from '../store/approvals.ts';
import { assertWritable } from '../store/companies.ts';

/** Locks an approval of a company that still takes writes. */
export async function lockWritable(
  db: Db,
  scope: Scope,
  approvalId: string,
): Promise<ApprovalRow> {
  const approval = await lockApproval(db, scope, approvalId);
  await assertWritable(db, approval.companyId);
  return approval;
}

export interface Read {
  readonly ifVersion?: number | undefined;
  readonly revision?: number | undefined;
}

/** A verdict is on what was read: what has changed under the reader has to be read again. */
export function checkRead(approval: ApprovalRow, { ifVersion, revision }: Read): void {
  const isStale = (ifVersion ?? approval.version) !== approval.version ||
    (revision ?? approval.revision) !== approval.revision;
  if (isStale) {
    throw new Refusal('version_mismatch', {
      version: approval.version, revision: approval.revision,
    });
  }
}

/** The board may do what the requester may. */
export function checkRequesterOf({ requestedByAgentId }: ApprovalRow, actor: Actor): void {
  if (actor.type === 'agent' && actor.id !== requestedByAgentId) {
    throw new Refusal('not_the_requester');
  }
}
