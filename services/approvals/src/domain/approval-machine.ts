/** The life of an approval: which move leads where, and what is said of it. */
import { Refusal, type ApprovalStatus } from '@muster/contracts';

interface Move {
  readonly from: readonly ApprovalStatus[];
  readonly to: ApprovalStatus;
  readonly says: 'approval.approved' | 'approval.rejected' | 'approval.cancelled';
}

export const approvalMoves = {
  approve: {
    from: ['pending', 'revision_requested'], to: 'approved', says: 'approval.approved',
  },
  reject: {
    from: ['pending', 'revision_requested'], to: 'rejected', says: 'approval.rejected',
  },
  cancel: {
    from: ['pending', 'revision_requested'], to: 'cancelled', says: 'approval.cancelled',
  },
} as const satisfies Record<string, Move>;

export type ApprovalMove = keyof typeof approvalMoves;

/** The move, or nothing where it was already made: the same decision twice is one decision. */
export function decide(
  status: ApprovalStatus,
  move: ApprovalMove,
): (typeof approvalMoves)[ApprovalMove] | undefined {
  const intended: Move = approvalMoves[move];
  if (status === intended.to) return undefined;
  if (!intended.from.includes(status)) throw new Refusal('approval_already_decided', { status });
  return approvalMoves[move];
}
