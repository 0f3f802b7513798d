/**
 * The states of an issue as data: what may become what, and by which call. Who may make a move is
 * in `issue-policy.ts`.
 */
import { IssueStatus } from '@muster/contracts';

type Way = 'update' | 'checkout' | 'release';

interface Move {
  readonly from: readonly IssueStatus[];
  readonly to: IssueStatus;
  readonly by: readonly Way[];
  /** Only in a company that does not require reviews. */
  readonly unreviewed?: true;
}

export const moves = {
  plan: { from: ['backlog'], to: 'todo', by: ['update'] },
  start: { from: ['todo', 'blocked', 'in_review'], to: 'in_progress', by: ['update', 'checkout'] },
  submit: { from: ['in_progress'], to: 'in_review', by: ['update'] },
  block: { from: ['in_progress'], to: 'blocked', by: ['update'] },
  unblock: { from: ['blocked'], to: 'todo', by: ['update'] },
  finish: { from: ['in_review'], to: 'done', by: ['update'] },
  finishUnreviewed: { from: ['in_progress'], to: 'done', by: ['update'], unreviewed: true },
  cancel: {
    from: ['backlog', 'todo', 'in_progress', 'in_review', 'blocked'], to: 'cancelled',
    by: ['update'],
  },
  release: { from: ['in_progress'], to: 'todo', by: ['release'] },
} as const satisfies Record<string, Move>;

export type MoveName = keyof typeof moves;

const named: readonly (readonly [MoveName, Move])[] = Object.entries(moves) as [MoveName, Move][];

/** The move that leads from one status to another by this call, if there is one. */
export const moveBetween = (
  from: IssueStatus,
  to: IssueStatus,
  way: Way,
  { reviewRequired }: { readonly reviewRequired: boolean },
): MoveName | undefined =>
  named.find(([, move]) =>
    move.to === to && move.from.includes(from) && move.by.includes(way) &&
    !(move.unreviewed && reviewRequired))?.[0];

/** What a claim may start from. */
export const claimableStatuses: readonly IssueStatus[] = moves.start.from;

export const allStatuses: readonly IssueStatus[] = IssueStatus.options;

/** Nothing leaves these. */
export const isFinal = (status: IssueStatus): boolean =>
  !named.some(([, move]) => move.from.includes(status));
