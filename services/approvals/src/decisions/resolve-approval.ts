/** The common part of the board's decisions: everything but the move. */
import type { Approval, approvals } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import {
  type ReadVersion,
  readByApproving,
  requireAnother,
  requireCurrent,
  requireFreshChange,
  requireRightToBudget,
  requireRightToChange,
} from '../domain/approval-guards.ts';
import { decideMove } from '../domain/approval-machine.ts';
import { newLimitOf, requireRaise, requireSameLimit } from '../domain/new-limit.ts';
import { approvalEvent } from '../events.ts';
import { lockWritableApproval, saveApproval } from '../store/approvals.ts';
import { findCompany } from '../store/companies.ts';
import { showApproval } from '../views.ts';

export interface Decision extends ReadVersion {
  readonly approvalId: string;
  readonly decisionNote?: string | null | undefined;
  /** The limit that the board chooses for an override. */
  readonly budgetMonthlyCents?: number | undefined;
}

export async function resolveApproval(
  move: 'approve' | 'reject' | 'requestRevision',
  { approvalId, decisionNote = null, budgetMonthlyCents: chosenCents, ...read }: Decision,
  { db, actor, scope, emit }: Context<typeof approvals>,
): Promise<Approval> {
  const approval = await lockWritableApproval(db, scope, approvalId);
  requireRightToChange(actor, approval);
  const decided = decideMove(approval.status, move);
  if (!decided) {
    requireSameLimit(approval, chosenCents);
    return showApproval(approval);
  }
  requireAnother(approval, actor, await findCompany(db, approval.companyId));
  requireCurrent(approval, move === 'approve' ? readByApproving(read) : read);
  if (move === 'approve') {
    requireRightToBudget(approval, actor);
    requireFreshChange(approval);
    requireRaise(approval, chosenCents);
  }
  // Requesting a revision does not decide the approval.
  const decidedBy = move === 'requestRevision' ? null : actor;
  const resolved = await saveApproval(db, approval, {
    status: decided.to,
    decisionNote,
    decidedBy,
    newLimitCents: move === 'approve' ? (chosenCents ?? newLimitOf(approval)) : undefined,
  });
  emit(decided.emits, approvalEvent(resolved, chosenCents));
  return showApproval(resolved);
}
