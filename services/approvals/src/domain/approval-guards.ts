/** Guards that several moves of an approval have in common. */
import { permissionsOfApprovals, Refusal, requirePermission, type Actor } from '@muster/contracts';
import type { ApprovalRow } from './approval.ts';

/** The version or revision that the caller has read, if it names one. */
export interface ReadVersion {
  readonly ifVersion?: number | undefined;
  readonly revision?: number | undefined;
}

/** Refuses a decision on a state that has changed since the caller read it. */
export function requireCurrent(
  approval: ApprovalRow,
  { ifVersion = approval.version, revision = approval.revision }: ReadVersion,
): void {
  if (ifVersion !== approval.version || revision !== approval.revision) {
    throw new Refusal('version_mismatch', {
      version: approval.version,
      revision: approval.revision,
    });
  }
}

/** Who approves without saying what was read has read what was asked for first, and approves nothing newer. */
export const readByApproving = (read: ReadVersion): ReadVersion =>
  read.ifVersion === undefined && read.revision === undefined ? { revision: 1 } : read;

/** Refuses to approve a change of an agent that is not as it was when the change was asked for. */
export function requireFreshChange({ isStale }: ApprovalRow): void {
  if (isStale) throw new Refusal('change_is_stale');
}

/** A change of an agent may raise its budget; then the right to manage budgets is needed as well. */
export function requireRightToBudget(
  { type, companyId, changes }: ApprovalRow,
  actor: Actor,
): void {
  if (type !== 'change_agent') return;
  if (changes?.some(({ field }) => field === 'budgetMonthlyCents')) {
    requirePermission(actor, companyId, 'manage_budgets');
  }
}

/** A company may want another member to decide than who asked or last changed the payload. */
export function requireAnother(
  { type, requestedByUserId, payloadByUserId }: ApprovalRow,
  actor: Actor,
  company: { readonly approvalsNeedAnother: boolean } | undefined,
): void {
  if (!company?.approvalsNeedAnother) return;
  if (actor.id !== requestedByUserId && actor.id !== payloadByUserId) return;
  const permission = permissionsOfApprovals[type];
  const permissions = permission ? ['approve', permission] : ['approve'];
  throw new Refusal('another_must_decide', { permissions });
}

/** Refuses agents other than the requester; the board may do what the requester may. */
export function requireRequesterOf({ requestedByAgentId }: ApprovalRow, actor: Actor): void {
  if (actor.type === 'agent' && actor.id !== requestedByAgentId) {
    throw new Refusal('not_the_requester');
  }
}

/** A board user needs the right for what the approval changes, however it is asked for. */
export function requireRightToChange(
  actor: Actor,
  { companyId, type }: Pick<ApprovalRow, 'companyId' | 'type'>,
): void {
  const permission = permissionsOfApprovals[type];
  if (permission) requirePermission(actor, companyId, permission);
}
