/** Goals as a tree, and how far the issues of a project have come. */
import type { GoalLevel, GoalStatus, IssueStatus, ProjectStatus } from '@muster/contracts';
import { figure, percent } from './count.ts';
import type { Mark } from './marks.ts';

export const goalMarks: Readonly<Record<GoalStatus, Mark>> = {
  planned: { word: 'Planned', tone: 'todo', shape: 'ring' },
  active: { word: 'Active', tone: 'work', shape: 'half' },
  achieved: { word: 'Achieved', tone: 'done', shape: 'full' },
  cancelled: { word: 'Cancelled', tone: 'quiet', shape: 'struck' },
};

export const projectMarks: Readonly<Record<ProjectStatus, Mark>> = {
  backlog: { word: 'Backlog', tone: 'quiet', shape: 'dotted' },
  planned: { word: 'Planned', tone: 'todo', shape: 'ring' },
  active: { word: 'Active', tone: 'work', shape: 'half' },
  in_progress: { word: 'In progress', tone: 'work', shape: 'half' },
  completed: { word: 'Completed', tone: 'done', shape: 'full' },
  cancelled: { word: 'Cancelled', tone: 'quiet', shape: 'struck' },
};

export const levelWords: Readonly<Record<GoalLevel, string>> = {
  company: 'Company',
  team: 'Team',
  agent: 'Agent',
  task: 'Task',
};

export interface Branch<T> {
  readonly node: T;
  readonly below: readonly Branch<T>[];
}

interface Node {
  readonly id: string;
  readonly parentId: string | null;
}

/** A goal whose parent is not listed is a root. */
export function treeOf<T extends Node>(nodes: readonly T[]): readonly Branch<T>[] {
  const listed = new Set(nodes.map(({ id }) => id));
  const byParent = new Map<string | null, T[]>();
  for (const node of nodes) {
    const parent = node.parentId !== null && listed.has(node.parentId) ? node.parentId : null;
    byParent.set(parent, [...(byParent.get(parent) ?? []), node]);
  }
  const branchesOf = (parent: string | null): readonly Branch<T>[] =>
    (byParent.get(parent) ?? []).map((node) => ({ node, below: branchesOf(node.id) }));
  return branchesOf(null);
}

export type Counts = Readonly<Partial<Record<IssueStatus, number>>>;

export interface Progress {
  /** Issues that were not cancelled. */
  readonly total: number;
  readonly done: number;
}

/** What is done first, so that a bar fills from its beginning; cancelled issues count for nothing. */
export const progressOrder: readonly IssueStatus[] = [
  'done',
  'in_review',
  'in_progress',
  'blocked',
  'todo',
  'backlog',
];

export function progressOf(counts: Counts): Progress {
  const total = progressOrder.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  const done = counts.done ?? 0;
  return { total, done };
}

export interface Counted {
  readonly byStatus: Counts;
  /** Statuses of which there are more issues than were counted. */
  readonly more: readonly IssueStatus[];
}

/** `2 of 3 done, 66%`; without a percentage where not all issues were counted. */
export function progressWords({ byStatus, more }: Counted): string {
  const { total, done } = progressOf(byStatus);
  if (total === 0) return 'no issues yet';
  const isPart = progressOrder.some((status) => more.includes(status));
  if (!isPart) return `${figure(done)} of ${figure(total)} done, ${percent(done, total)}`;
  return `${figure(done)}${more.includes('done') ? '+' : ''} of ${figure(total)}+ done`;
}
