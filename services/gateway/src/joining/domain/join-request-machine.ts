/** The states of a join request and its moves: the board's decision, then one claim of the key. */
import {
  Refusal,
  stateAfter,
  type JoinRequestStatus,
  type JoinRequestStatusFilter,
  type Moves,
} from '@muster/contracts';

export const joinRequestMoves = {
  approve: { from: ['pending'], to: 'approved', emits: 'join_request.approved' },
  reject: { from: ['pending'], to: 'rejected', emits: 'join_request.rejected' },
  claim: { from: ['approved'], to: 'claimed', emits: 'join_request.claimed' },
} as const satisfies Moves<JoinRequestStatus>;

/** The move, or undefined if it was made already: repeating a decision changes nothing. */
export function decideJoin<M extends 'approve' | 'reject'>(
  status: JoinRequestStatus,
  move: M,
): (typeof joinRequestMoves)[M] | undefined {
  if (stateAfter(joinRequestMoves[move], status)) return joinRequestMoves[move];
  // A claimed request was approved before.
  const { to } = joinRequestMoves[move];
  if (status === to || (move === 'approve' && status === 'claimed')) return undefined;
  throw new Refusal('join_request_not_pending', { status });
}

/** Refuses a claim and reveals the status: the claim secret has been verified before. */
export function requireClaimable(status: JoinRequestStatus): void {
  switch (status) {
    case 'approved':
      return;
    case 'pending':
      throw new Refusal('join_request_pending');
    case 'rejected':
      throw new Refusal('join_request_rejected');
    case 'claimed':
      throw new Refusal('join_request_claimed');
    case 'expired':
      throw new Refusal('join_request_not_found');
    default:
      return status satisfies never;
  }
}

/** The states that a filter names. */
export const statesOf = (filter: readonly JoinRequestStatusFilter[]): JoinRequestStatus[] =>
  filter.map((status) => (status === 'pending_approval' ? 'pending' : status));
