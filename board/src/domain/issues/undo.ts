/** What takes back a change of an issue. */
import type { IssueStatus } from '@muster/contracts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The fields of a change as they were before it; undefined where they cannot all be put back: a comment stays, the page
 * has not read what was there, or the issue may not return to its status.
 */
export function undoOf(
  before: object,
  change: object,
  allowed: readonly IssueStatus[],
): Fields | undefined {
  const was: Fields = { ...before };
  const fields = Object.keys(change);
  if (fields.length === 0 || fields.some((field) => was[field] === undefined)) return undefined;
  const { status } = was;
  const canReturn = !('status' in change) || allowed.some((each) => each === status);
  return canReturn ? Object.fromEntries(fields.map((field) => [field, was[field]])) : undefined;
}

const words: Readonly<Record<string, string>> = {
  status: 'Status',
  priority: 'Priority',
  title: 'Title',
  description: 'Text',
  assigneeAgentId: 'Assignee',
  assigneeUserId: 'Assignee',
  labelIds: 'Labels',
  dueAt: 'Due date',
  projectId: 'Project',
  goalId: 'Goal',
  parentId: 'Parent',
  blockedByIssueIds: 'Blockers',
};

/** `LEM-2: Status changed`. */
export function changeWords(identifier: string | undefined, change: object): string {
  const named = [...new Set(Object.keys(change).map((field) => words[field] ?? 'Settings'))];
  const what = `${named.join(', ')} changed`;
  return identifier === undefined ? what : `${identifier}: ${what}`;
}
