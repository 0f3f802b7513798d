/** The life of an approval: which move leads where, and what is said of it. */
import { Refusal, type ApprovalStatus } from '@muster/contracts';

interface Move {
  readonly from: readonly ApprovalStatus[];
  readonly to: ApprovalStatus;
  readonly says: `approval.${string}`;
  /** Made a second time it changes nothing; otherwise there is nothing to make it from. */
  readonly isRepeatable: boolean;
}

export const approvalMoves = {
  approve: {
    from: ['pending', 'revision_requested'], to: 'approved', says: 'approval.approved',
    isRepeatable: true,
  },
  reject: {
    from: ['pending', 'revision_requested'], to: 'rejected', says: 'approval.rejected',
    isRepeatable: true,
  },
  requestRevision: {
    from: ['pending'], to: 'revision_requested', says: 'approval.revision_requested',
    isRepeatable: true,
  },
  resubmit: {
    from: ['revision_requested'], to: 'pending', says: 'approval.resubmitted',
    isRepeatable: false,
  },
  cancel: {
    from: ['pending', 'revision_requested'], to: 'cancelled', says: 'approval.cancelled',
    isRepeatable: true,
  },
} as const satisfies Record<string, Move>;

export type ApprovalMove = keyof typeof approvalMoves;

const open: readonly ApprovalStatus[] = ['pending', 'revision_requested'];

export const isOpen = (status: ApprovalStatus): boolean => open.includes(status);

/** The move, or nothing where it was already made: the same decision twice is one decision. */
export function decide<M extends ApprovalMove>(
  status: ApprovalStatus,
  move: M,
): (typeof approvalMoves)[M] | undefined {
  const { from, to, isRepeatable }: Move = approvalMoves[move];
  if (from.includes(status)) return approvalMoves[move];
  if (isRepeatable && status === to) return undefined;
  throw new Refusal(isOpen(status) ? 'illegal_transition' : 'approval_already_decided', { status });
}
