/** The life of a join request: what the board decides, and the one fetching of the key. */
import { Refusal, type JoinRequestStatus } from '@muster/contracts';

interface Move {
  readonly from: readonly JoinRequestStatus[];
  readonly to: JoinRequestStatus;
  readonly says: `join_request.${string}`;
}

export const joinRequestMoves = {
  approve: { from: ['pending'], to: 'approved', says: 'join_request.approved' },
  reject: { from: ['pending'], to: 'rejected', says: 'join_request.rejected' },
  claim: { from: ['approved'], to: 'claimed', says: 'join_request.claimed' },
} as const satisfies Record<string, Move>;

/** The decision, or nothing where it was already made: the same one twice is one. */
export function decideJoin<M extends 'approve' | 'reject'>(
  status: JoinRequestStatus,
  move: M,
): (typeof joinRequestMoves)[M] | undefined {
  const { from, to }: Move = joinRequestMoves[move];
  if (from.includes(status)) return joinRequestMoves[move];
  // Who has fetched its key was approved before.
  if (status === to || (move === 'approve' && status === 'claimed')) return undefined;
  throw new Refusal('join_request_not_pending', { status });
}

/** Refuses whoever may not fetch a key, and says why: it has proved that it may know. */
export function checkClaim(status: JoinRequestStatus): void {
  switch (status) {
    case 'approved': return;
    case 'pending': throw new Refusal('join_request_pending');
    case 'rejected': throw new Refusal('join_request_rejected');
    case 'claimed': throw new Refusal('join_request_claimed');
    case 'expired': throw new Refusal('join_request_not_found');
    default: return status satisfies never;
  }
}
