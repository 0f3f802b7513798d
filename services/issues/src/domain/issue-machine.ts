/**
 * The states of an issue and its moves, each with the operation that makes it. Who may make a move
 * is in `issue-policy.ts`.
 */
import { isFinalState, IssueStatus, type Moves, stateAfter } from '@muster/contracts';

interface IssueMove {
  readonly by: 'update' | 'checkout' | 'release' | 'reopen';
  /** Only in a company that does not require reviews. */
  readonly withoutReview?: true;
}

export const issueMoves = {
  plan: { from: ['backlog'], to: 'todo', by: 'update', emits: 'issue.updated' },
  start: {
    from: ['todo', 'blocked', 'in_review'],
    to: 'in_progress',
    by: 'update',
    emits: 'issue.updated',
  },
  checkout: {
    from: ['todo', 'blocked', 'in_review'],
    to: 'in_progress',
    by: 'checkout',
    emits: 'issue.checked_out',
  },
  submit: { from: ['in_progress'], to: 'in_review', by: 'update', emits: 'issue.updated' },
  block: { from: ['in_progress'], to: 'blocked', by: 'update', emits: 'issue.updated' },
  unblock: { from: ['blocked'], to: 'todo', by: 'update', emits: 'issue.updated' },
  finish: { from: ['in_review'], to: 'done', by: 'update', emits: 'issue.updated' },
  finishWithoutReview: {
    from: ['in_progress'],
    to: 'done',
    by: 'update',
    emits: 'issue.updated',
    withoutReview: true,
  },
  cancel: {
    from: ['backlog', 'todo', 'in_progress', 'in_review', 'blocked'],
    to: 'cancelled',
    by: 'update',
    emits: 'issue.updated',
  },
  release: {
    from: ['todo', 'in_progress', 'in_review', 'blocked'],
    to: 'todo',
    by: 'release',
    emits: 'issue.released',
  },
  /** Giving it back does not plan it. */
  releaseUnplanned: { from: ['backlog'], to: 'backlog', by: 'release', emits: 'issue.released' },
  reopen: { from: ['done', 'cancelled'], to: 'todo', by: 'reopen', emits: 'issue.updated' },
} as const satisfies Moves<IssueStatus, IssueMove>;

const moves: Moves<IssueStatus, IssueMove> = issueMoves;

export type MoveName = keyof typeof issueMoves;

const namedMoves = Object.entries(moves) as [MoveName, (typeof moves)[string]][];

/** The move that this operation makes from one status to another, if there is one. */
export const moveBetween = (
  from: IssueStatus,
  to: IssueStatus,
  by: IssueMove['by'],
  { reviewRequired }: { readonly reviewRequired: boolean },
): MoveName | undefined =>
  namedMoves.find(
    ([, move]) =>
      move.to === to &&
      move.from.includes(from) &&
      move.by === by &&
      !(move.withoutReview && reviewRequired),
  )?.[0];

/** The statuses from which a claim may start. */
export const claimableStatuses: readonly IssueStatus[] = issueMoves.checkout.from;

export const allStatuses: readonly IssueStatus[] = IssueStatus.options;

const { reopen: _, ...movesOfWork } = issueMoves;

/** Only a reopening leaves a final status. */
export const isFinal = (status: IssueStatus): boolean => isFinalState(movesOfWork, status);

/** The status of an issue that is given back; nothing if it has ended. */
export const statusAfterRelease = (status: IssueStatus): IssueStatus | undefined =>
  stateAfter(issueMoves.release, status) ?? stateAfter(issueMoves.releaseUnplanned, status);
