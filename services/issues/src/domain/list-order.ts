/** The orders of a list of issues. In each the first issue has the highest key. */
import { IssuePriority } from '@muster/contracts';

export type IssueSort = 'priority' | 'updated' | 'created';

/** The fields by which lists are ordered. */
export interface ListKey {
  readonly priority: IssuePriority;
  readonly updatedAt: string;
  readonly id: string;
  readonly issueNumber: number;
}

/** What a cursor has of the key. */
export const cursorKeyOf = (
  sort: IssueSort,
  { priority, updatedAt, id, issueNumber }: ListKey,
): readonly (string | number)[] => [
  priority,
  updatedAt,
  id,
  ...(sort === 'created' ? [issueNumber] : []),
];

/** Whether the issue comes after the key in the order of the list. */
export function comesAfter(sort: IssueSort, issue: ListKey, key: ListKey): boolean {
  if (sort === 'created') return issue.issueNumber < key.issueNumber;
  if (sort === 'priority' && issue.priority !== key.priority) {
    return rankOf(issue.priority) > rankOf(key.priority);
  }
  if (issue.updatedAt !== key.updatedAt) return issue.updatedAt < key.updatedAt;
  return issue.id < key.id;
}

const rankOf = (priority: IssuePriority): number => IssuePriority.options.indexOf(priority);
