/** Cancels an approval of which nothing is left to decide. Its note stays. */
import type { approvals } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import type { ApprovalRow } from '../domain/approval.ts';
import { approvalMoves } from '../domain/approval-machine.ts';
import { approvalEvent } from '../events.ts';
import { saveApproval } from '../store/approvals.ts';

/** The caller holds the lock of the approval, and has found it open. */
export async function cancelUndecided(
  { db, emit }: Pick<Context<typeof approvals>, 'db' | 'emit'>,
  approval: ApprovalRow,
): Promise<ApprovalRow> {
  const { to: status, emits } = approvalMoves.cancel;
  const { decisionNote } = approval;
  const cancelled = await saveApproval(db, approval, { status, decisionNote });
  emit(emits, approvalEvent(cancelled));
  return cancelled;
}
