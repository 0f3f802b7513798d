/** The states of an approval and its moves. */
import { Refusal, stateAfter, type ApprovalStatus, type Moves } from '@muster/contracts';

interface ApprovalMoveMore {
  /** Made again, the move changes nothing; otherwise it is refused. */
  readonly isRepeatable: boolean;
}

const open = ['pending', 'revision_requested'] as const satisfies readonly ApprovalStatus[];

export const approvalMoves = {
  approve: { from: open, to: 'approved', emits: 'approval.approved', isRepeatable: true },
  reject: { from: open, to: 'rejected', emits: 'approval.rejected', isRepeatable: true },
  requestRevision: {
    from: ['pending'],
    to: 'revision_requested',
    emits: 'approval.revision_requested',
    isRepeatable: true,
  },
  resubmit: {
    from: ['revision_requested'],
    to: 'pending',
    emits: 'approval.resubmitted',
    isRepeatable: false,
  },
  cancel: { from: open, to: 'cancelled', emits: 'approval.cancelled', isRepeatable: true },
} as const satisfies Moves<ApprovalStatus, ApprovalMoveMore>;

export type ApprovalMove = keyof typeof approvalMoves;

/** An open approval has not been decided. */
export const isOpen = (status: ApprovalStatus): boolean =>
  (open as readonly ApprovalStatus[]).includes(status);

/** The move, or nothing if it was made already: the same decision twice is one decision. */
export function decideMove<M extends ApprovalMove>(
  status: ApprovalStatus,
  move: M,
): (typeof approvalMoves)[M] | undefined {
  if (stateAfter(approvalMoves[move], status)) return approvalMoves[move];
  const { to, isRepeatable } = approvalMoves[move];
  if (isRepeatable && status === to) return undefined;
  if (!isOpen(status)) throw new Refusal('approval_already_decided', { status });
  const details = { status, from: approvalMoves[move].from, to };
  throw new Refusal('illegal_transition', details, waitingFor[status as OpenStatus]);
}

type OpenStatus = (typeof open)[number];

/** What an open approval waits for, where a move does not apply to it. */
const waitingFor: Readonly<Record<OpenStatus, string>> = {
  pending:
    'the board has not asked for a revision: wait for its decision, add to the request with ' +
    'POST /api/approvals/:approvalId/comments, or change it: POST /api/approvals/:approvalId/cancel, ' +
    'then create another; the board asks with POST /api/approvals/:approvalId/request-revision',
  revision_requested:
    'a revision is awaited: the requester answers with POST /api/approvals/:approvalId/resubmit; ' +
    'approve, reject and cancel are possible before, too',
};
