/** What a change of a child means for its parent. */
import type { IssueStatus, WakeOnChildren } from '@muster/contracts';
import { allStatuses, isFinal } from '../issue-machine.ts';
import type { IssueState } from '../issue-state.ts';

type Child = Pick<IssueState, 'status' | 'parentId'>;

/** The parent that has one open child less: the child has ended, or another one has it now. */
export const parentLeftBy = (before: Child, after: Child): string | null =>
  !isFinal(before.status) && (isFinal(after.status) || before.parentId !== after.parentId)
    ? before.parentId
    : null;

export const hasBecomeBlocked = (before: Child, after: Child): boolean =>
  before.status !== 'blocked' && after.status === 'blocked';

interface Parent {
  readonly wakeOnChildren: WakeOnChildren;
  readonly hasOpenChildren: boolean;
}

/** What is said of a parent that has one open child less. */
export const eventOfParentLeft = (
  { hasOpenChildren, wakeOnChildren }: Parent,
  child: Child,
): 'issue.children_settled' | 'issue.child_ended' | undefined => {
  if (!hasOpenChildren) return 'issue.children_settled';
  return wakeOnChildren === 'each' && isFinal(child.status) ? 'issue.child_ended' : undefined;
};

export const openOf = (counts: Partial<Record<IssueStatus, number>>): number =>
  allStatuses
    .filter((status) => !isFinal(status))
    .reduce((sum, status) => sum + (counts[status] ?? 0), 0);
