/** The address of a list of issues: its filter, its order and its view. */
import type { IssuePriority, IssueStatus } from '@muster/contracts';
import { isId } from './ids.ts';

export interface IssueSearch {
  readonly q?: string;
  /** A status, several with commas between them, or `all`; without it what is open. */
  readonly status?: string;
  readonly priority?: string;
  /** `me`, `none` or an agent. */
  readonly assignee?: string;
  readonly project?: string;
  readonly goal?: string;
  readonly label?: string;
  readonly blocked?: string;
  readonly sort?: string;
  readonly view?: string;
  /** `shown`: the columns of what has ended are open. */
  readonly ended?: string;
}

export const openStatuses: readonly IssueStatus[] = [
  'backlog',
  'todo',
  'in_progress',
  'in_review',
  'blocked',
];
export const columns: readonly IssueStatus[] = [...openStatuses, 'done', 'cancelled'];
export const isEnded = (status: IssueStatus): boolean =>
  status === 'done' || status === 'cancelled';

const priorities: readonly IssuePriority[] = ['critical', 'high', 'medium', 'low'];
const sorts = ['priority', 'updated', 'created'] as const;

export interface Filter {
  readonly status?: readonly IssueStatus[];
  readonly priority?: readonly IssuePriority[];
  readonly assigneeAgentId?: string;
  readonly assigneeUserId?: 'me';
  readonly unassigned?: true;
  readonly blocked?: true;
  readonly projectId?: string;
  readonly goalId?: string;
  readonly labelId?: string;
  readonly sort?: (typeof sorts)[number];
  readonly q?: string;
}

/** What is unknown in an address filters nothing: the reader sees more, and no error. */
export function filterOf(search: IssueSearch): Filter {
  const { q, status, assignee } = search;
  const named = (typeof status === 'string' ? status : '').split(',');
  const known = columns.filter((each) => named.includes(each));
  const priority = priorities.filter((each) => each === search.priority);
  const sort = sorts.find((each) => each === search.sort);
  return {
    ...(status === 'all' ? {} : { status: known.length > 0 ? known : openStatuses }),
    ...(priority.length > 0 ? { priority } : {}),
    ...(assignee === 'me' ? { assigneeUserId: 'me' as const } : {}),
    ...(assignee === 'none' ? { unassigned: true as const } : {}),
    ...(isId(assignee) ? { assigneeAgentId: assignee } : {}),
    ...(search.blocked === 'yes' ? { blocked: true as const } : {}),
    ...(isId(search.project) ? { projectId: search.project } : {}),
    ...(isId(search.goal) ? { goalId: search.goal } : {}),
    ...(isId(search.label) ? { labelId: search.label } : {}),
    ...(sort === undefined ? {} : { sort }),
    ...(typeof q === 'string' && q !== '' ? { q } : {}),
  };
}

/** The columns that a board shows: those of the filter, and what has ended only where it is asked for. */
export const columnsOf = (search: IssueSearch): readonly IssueStatus[] => {
  const { status } = filterOf(search);
  const all = search.status === undefined || status === undefined ? columns : status;
  return columns.filter((each) => all.includes(each));
};
