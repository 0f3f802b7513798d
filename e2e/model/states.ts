/** The states of an issue in the model, and what follows from entering one. */
import type { IssuePriority, IssueStatus, RefusalCode } from '@muster/contracts';
import type { AgentName, CallerName, TeamSettings } from '../fixtures/team.ts';

export interface Bound {
  readonly agent: AgentName | null;
  readonly by: CallerName | null;
}

export interface Work {
  readonly status: IssueStatus;
  /** At most one of agent and user is set. */
  readonly agent: AgentName | null;
  readonly user: boolean;
  /** An issue blocks it that never ends. */
  readonly blocked: boolean;
  /** The board holds it. */
  readonly held: boolean;
  /** Who had it when it was last handed over, and who did; null: nobody has. No answer shows it. */
  readonly author: AgentName | null;
  readonly handedBy: CallerName | 'una' | null;
  /** It was handed over, not created in review. */
  readonly wasHandedOver: boolean;
  readonly assignedBy: CallerName | null;
  /** An earlier assignment that still decides about cancelling; no answer shows it. */
  readonly bound: Bound | null;
  /** Times, as the numbers of the commands that set them. */
  readonly startedAt: number | null;
  readonly completedAt: number | null;
  readonly cancelledAt: number | null;
  /** Who has ended it; no answer shows it. */
  readonly endedBy: CallerName | null;
  readonly title: string;
  readonly priority: IssuePriority;
  readonly version: number;
  readonly comments: number;
}

export type Verdict =
  | { readonly refusal: RefusalCode }
  | { readonly work: Work; readonly may?: readonly IssueStatus[] };

export type Rules = Required<TeamSettings>;
type Move = readonly [from: IssueStatus, to: IssueStatus];

/** In addition, every open issue can be cancelled. */
const table: readonly Move[] = [
  ['backlog', 'todo'],
  ['todo', 'in_progress'],
  ['in_progress', 'in_review'],
  ['in_progress', 'blocked'],
  ['in_review', 'done'],
  ['in_review', 'in_progress'],
  ['blocked', 'todo'],
  ['blocked', 'in_progress'],
];
export const statuses: readonly IssueStatus[] = [
  'backlog',
  'todo',
  'in_progress',
  'in_review',
  'blocked',
  'done',
  'cancelled',
];
export const isOver = (status: IssueStatus): boolean => status === 'done' || status === 'cancelled';

export const isInTable = (from: IssueStatus, to: IssueStatus, { reviewRequired }: Rules): boolean =>
  (to === 'cancelled' && !isOver(from)) ||
  (from === 'in_progress' && to === 'done' && !reviewRequired) ||
  table.some((move) => move[0] === from && move[1] === to);

/** Status and times after the command with this number. */
export const timestampsAfter = (
  status: IssueStatus,
  startedAt: number | null,
  now: number,
  by: CallerName,
): Pick<Work, 'status' | 'startedAt' | 'completedAt' | 'cancelledAt' | 'endedBy'> => ({
  status,
  startedAt: status === 'in_progress' ? (startedAt ?? now) : startedAt,
  completedAt: status === 'done' ? now : null,
  cancelledAt: status === 'cancelled' ? now : null,
  endedBy: isOver(status) ? by : null,
});
