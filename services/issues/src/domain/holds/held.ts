/** What the board holds: no issue in it is started, by agents or by the board, before the hold is lifted. */
import { type Hold, type RefusalCode } from '@muster/contracts';
import type { Blocker } from '../blockers.ts';
import type { IssueState } from '../issue-state.ts';

/** With whether the runs that work on what it holds are told to stop. */
export type StoredHold = Hold & { readonly cancelRuns: boolean | null };

interface Holdable {
  /** The nearest hold: of the issue, of its project, or of what is above. */
  readonly hold: StoredHold | null;
}

/** For whatever brings an issue to `in_progress`. */
export const refusalOfHeld = ({ hold }: Holdable): RefusalCode | undefined =>
  hold === null ? undefined : 'issue_held';

export const showHold = (hold: StoredHold | null): Hold | null => {
  if (hold === null) return null;
  const { cancelRuns: _, ...shown } = hold;
  return shown;
};

/** What a refusal says of the hold. */
export const detailsOfHold = (
  { id: issueId, status }: Pick<IssueState, 'id' | 'status'>,
  hold: StoredHold | null,
) => ({ issueId, status, hold: showHold(hold) });

/** What the start of a new issue waits for. */
export interface Waits extends Holdable {
  readonly openBlockers: readonly Blocker[];
}

/** For whoever hands work on: its agent is not woken yet. */
export const noteOfHold = (hold: StoredHold | null): string[] =>
  hold === null
    ? []
    : [`the board holds ${hold.name}: ${hold.reason}; nobody starts what is in it`];
