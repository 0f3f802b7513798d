/** Issues whose time has passed while they are open. */
import { isFinal } from './issue-machine.ts';
import type { IssueState } from './issue-state.ts';

type Timed = Pick<IssueState, 'dueAt' | 'status' | 'updatedAt'>;

const isOverdueAt = ({ dueAt, status }: Timed, at: string): boolean =>
  dueAt !== null && !isFinal(status) && Date.parse(dueAt) <= Date.parse(at);

/** Whether a change has ended it; its moment is that of the change. */
export const isNoLongerOverdue = (before: Timed, saved: Timed): boolean =>
  isOverdueAt(before, saved.updatedAt) && !isOverdueAt(saved, saved.updatedAt);
