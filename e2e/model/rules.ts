/**
 * What an issue does, said once more and apart from the service: who may do what to it, and what
 * it is afterwards. Pure; a crew, an issue and a command in, an answer and the next issue out.
 */
import type { IssuePriority, IssueStatus, RefusalCode } from '@muster/contracts';
import { managers } from '../harness/crew.ts';
import type { AgentName, CallerName, Settings } from '../harness/crew.ts';
import type { Command, Patch } from './commands.ts';

export type Work = {
  readonly status: IssueStatus;
  /** At most one of the two. */
  readonly agent: AgentName | null;
  readonly user: boolean;
  readonly assignedBy: CallerName | null;
  /** The numbers of the commands that set them. */
  readonly startedAt: number | null;
  readonly completedAt: number | null;
  readonly cancelledAt: number | null;
  readonly title: string;
  readonly priority: IssuePriority;
  readonly version: number;
  readonly comments: number;
};

export type Verdict =
  | { readonly refusal: RefusalCode }
  | { readonly work: Work; readonly may?: readonly IssueStatus[] };

type Rules = Required<Settings>;
type Move = readonly [from: IssueStatus, to: IssueStatus];

/** Besides: from everything that is open to cancelled. */
const table: readonly Move[] = [
  ['backlog', 'todo'], ['todo', 'in_progress'], ['in_progress', 'in_review'],
  ['in_progress', 'blocked'], ['in_review', 'done'], ['in_review', 'in_progress'],
  ['blocked', 'todo'], ['blocked', 'in_progress'],
];
const statuses: readonly IssueStatus[] = [
  'backlog', 'todo', 'in_progress', 'in_review', 'blocked', 'done', 'cancelled',
];
const isOver = (status: IssueStatus): boolean => status === 'done' || status === 'cancelled';

const isInTable = (from: IssueStatus, to: IssueStatus, { reviewRequired }: Rules): boolean =>
  (to === 'cancelled' && !isOver(from))
  || (from === 'in_progress' && to === 'done' && !reviewRequired)
  || table.some((move) => move[0] === from && move[1] === to);

function chainOf(name: AgentName): AgentName[] {
  const manager = managers[name];
  return manager === null ? [] : [manager, ...chainOf(manager)];
}

const manages = (by: CallerName, agent: AgentName | null): boolean =>
  by !== 'board' && agent !== null && chainOf(agent).includes(by);

/** Of one team: oneself, those above, those below, those beside. The board is in none. */
function isTeam(one: AgentName, other: CallerName | null): boolean {
  if (other === null || other === 'board') return false;
  const beside = managers[one] !== null && managers[one] === managers[other];
  return one === other || beside || chainOf(one).includes(other) || chainOf(other).includes(one);
}

const canBeGiven = (agent: AgentName): boolean => agent !== 'tom' && agent !== 'pia';

/** Whether work may go on with this assignee. */
function refusalOfStart(
  { agent, user }: Pick<Work, 'agent' | 'user'>,
  by: CallerName,
  { strategyApproved }: Rules,
): RefusalCode | undefined {
  if (agent === null && !user) return 'assignee_required';
  if (agent !== null && !canBeGiven(agent)) return 'agent_not_assignable';
  if (agent === 'pat') return 'agent_paused';
  return by === 'cleo' && !strategyApproved ? 'strategy_not_approved' : undefined;
}

function refusalOfCancel(work: Work, by: CallerName): RefusalCode | undefined {
  if (by === 'board' || manages(by, work.agent)) return undefined;
  if (work.agent === by) return isTeam(by, work.assignedBy) ? undefined : 'cancel_needs_manager';
  return work.agent === null && !work.user ? undefined : 'not_the_owner';
}

const isStranger = (work: Work, by: CallerName): boolean =>
  by !== 'board' && work.agent !== by && !manages(by, work.agent);

function refusalOfMove(
  work: Work,
  to: IssueStatus,
  by: CallerName,
  rules: Rules,
  next: Pick<Work, 'agent' | 'user'> = work,
): RefusalCode | undefined {
  if (!isInTable(work.status, to, rules)) return 'illegal_transition';
  if (to === 'cancelled') return refusalOfCancel(work, by);
  if (work.status === 'in_progress' && isStranger(work, by)) return 'not_the_owner';
  return to === 'in_progress' ? refusalOfStart(next, by, rules) : undefined;
}

/** The times of an issue that enters a status with the command of this number. */
const entering = (
  status: IssueStatus, startedAt: number | null, now: number,
): Pick<Work, 'status' | 'startedAt' | 'completedAt' | 'cancelledAt'> => ({
  status,
  startedAt: status === 'in_progress' ? (startedAt ?? now) : startedAt,
  completedAt: status === 'done' ? now : null,
  cancelledAt: status === 'cancelled' ? now : null,
});

export function create(
  command: Extract<Command, { type: 'create' }>, rules: Rules, now: number,
): Verdict {
  const { by, status, agent, user, title, priority } = command;
  if (agent !== null && user) return { refusal: 'two_assignees' };
  if (agent !== null && !canBeGiven(agent)) return { refusal: 'agent_not_assignable' };
  const refusal = status === 'in_progress' ? refusalOfStart(command, by, rules) : undefined;
  if (refusal) return { refusal };
  const isAssigned = agent !== null || user;
  return {
    work: {
      ...entering(status, null, now), agent, user, assignedBy: isAssigned ? by : null, title,
      priority, version: 1, comments: 0,
    },
  };
}

function checkout(
  work: Work,
  { by, agent, expected }: Extract<Command, { type: 'checkout' }>,
  rules: Rules,
  now: number,
): Verdict {
  const { status, startedAt } = work;
  if (by !== 'board' && by !== agent) return { refusal: 'acting_as_another_agent' };
  if (status === 'in_progress' && work.agent === agent) return { work };
  const isFree = !work.user && (work.agent === null || work.agent === agent);
  if (!isFree && !isOver(status)) return { refusal: 'issue_owned_by_another_agent' };
  if (!expected.includes(status)) return { refusal: 'unexpected_status' };
  if (!isInTable(status, 'in_progress', rules)) return { refusal: 'illegal_transition' };
  const refusal = refusalOfStart({ agent, user: false }, by, rules);
  if (refusal) return { refusal };
  const assignedBy = work.agent === null ? by : work.assignedBy;
  const begun = entering('in_progress', startedAt, now);
  return { work: { ...work, ...begun, agent, assignedBy, version: work.version + 1 } };
}

function release(work: Work, { by }: { readonly by: CallerName }): Verdict {
  const { status, agent, user, version } = work;
  if (status === 'todo' && agent === null && !user) return { work };
  if (status !== 'in_progress') return { refusal: 'illegal_transition' };
  if (isStranger(work, by)) return { refusal: 'not_the_owner' };
  const given = { status: 'todo', agent: null, user: false, assignedBy: null } as const;
  return { work: { ...work, ...given, version: version + 1 } };
}

/** Naming an assignee of one kind replaces one of the other. */
function assigneeAfter(work: Work, { agent, user }: Patch): Pick<Work, 'agent' | 'user'> {
  if (agent) return { agent, user: false };
  if (user) return { agent: null, user };
  return { agent: agent === null ? null : work.agent, user: user === false ? false : work.user };
}

function update(
  work: Work,
  { by, patch, stale }: Extract<Command, { type: 'update' }>,
  rules: Rules,
  now: number,
): Verdict {
  if (stale) return { refusal: 'version_mismatch' };
  if (patch.agent && patch.user) return { refusal: 'two_assignees' };
  const next = assigneeAfter(work, patch);
  const isHandedOver = next.agent !== work.agent || next.user !== work.user;
  if (isHandedOver && next.agent !== null && !canBeGiven(next.agent)) {
    return { refusal: 'agent_not_assignable' };
  }
  const status = patch.status ?? work.status;
  const isMoved = status !== work.status;
  const refusal = isMoved ? refusalOfMove(work, status, by, rules, next) : undefined;
  if (refusal) return { refusal };
  const isAssigned = next.agent !== null || next.user;
  if (status === 'in_progress' && !isAssigned) return { refusal: 'assignee_required' };
  const title = patch.title ?? work.title;
  const priority = patch.priority ?? work.priority;
  const isChanged = isMoved || isHandedOver || title !== work.title || priority !== work.priority;
  return {
    work: {
      ...work,
      ...next,
      ...(isHandedOver ? { assignedBy: isAssigned ? by : null } : {}),
      ...(isMoved ? entering(status, work.startedAt, now) : {}),
      title,
      priority,
      version: work.version + (isChanged ? 1 : 0),
      comments: work.comments + (patch.comment === undefined ? 0 : 1),
    },
  };
}

/** What a command that names an issue is answered with. */
export function judge(
  work: Work,
  command: Exclude<Command, { type: 'create' }>,
  rules: Rules,
  now: number,
): Verdict {
  switch (command.type) {
    case 'checkout': return checkout(work, command, rules, now);
    case 'release': return release(work, command);
    case 'update': return update(work, command, rules, now);
    case 'comment': return { work: { ...work, comments: work.comments + 1 } };
    case 'read': return {
      work,
      may: statuses.filter((to) => refusalOfMove(work, to, command.by, rules) === undefined),
    };
    default: return command satisfies never;
  }
}
