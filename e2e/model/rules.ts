/**
 * The rules of issues, implemented independently of the service: who may do what to an issue, and its
 * state afterwards. Pure: an issue and a command in, the answer and the next issue out.
 */
import type { IssueStatus, RefusalCode } from '@muster/contracts';
import type { AgentName, CallerName } from '../fixtures/team.ts';
import type { Command, Patch } from './commands.ts';
import { isTeam, manages } from './relations.ts';
import { handedOver, isVerdictOfAnother } from './reviews.ts';
import {
  type Bound,
  isInTable,
  isOver,
  type Rules,
  statuses,
  timestampsAfter,
  type Verdict,
  type Work,
} from './states.ts';

/** Pat is paused: it reports on its work in hand, and changes nothing else. */
const PAUSED = { refusal: 'agent_paused' } as const;
const isPausedFor = (by: CallerName, work: Work): boolean => by === 'pat' && work.agent !== by;

const isAssignable = (agent: AgentName): boolean => agent !== 'tom' && agent !== 'pia';

type Next = Pick<Work, 'agent' | 'user' | 'blocked' | 'held'>;

/** The refusal to start work with this assignee, if any. */
function refusalOfStart(next: Next, by: CallerName, rules: Rules): RefusalCode | undefined {
  const refusal = refusalOfWork(next, by, rules);
  if (refusal) return refusal;
  if (next.blocked && by !== 'board') return 'issue_blocked';
  return next.held ? 'issue_held' : undefined;
}

/** The refusal of work in progress with this assignee, if any. */
function refusalOfWork(
  { agent, user }: Pick<Work, 'agent' | 'user'>,
  by: CallerName,
  { strategyApproved }: Rules,
): RefusalCode | undefined {
  if (agent === null && !user) return 'assignee_required';
  if (agent !== null && !isAssignable(agent)) return 'agent_not_assignable';
  if (agent === 'pat') return 'agent_paused';
  const isOfCeo = by === 'cleo' || (by !== 'board' && agent === 'cleo');
  return isOfCeo && !strategyApproved ? 'strategy_not_approved' : undefined;
}

function refusalByLastAssignment(work: Work, by: CallerName): RefusalCode | undefined {
  if (by === 'board' || manages(by, work.agent)) return undefined;
  if (work.agent === by) return isTeam(by, work.assignedBy) ? undefined : 'cancel_needs_manager';
  return work.agent === null && !work.user ? undefined : 'not_the_owner';
}

const isHeld = ({ bound }: Work, by: CallerName): boolean =>
  bound !== null && by !== 'board' && !manages(by, bound.agent) && !isTeam(by, bound.by);

function refusalOfCancel(work: Work, by: CallerName): RefusalCode | undefined {
  const refusal = refusalByLastAssignment(work, by);
  if (refusal !== undefined || !isHeld(work, by)) return refusal;
  const { agent, assignedBy } = work;
  const isFromManager = agent === by && assignedBy !== null && manages(assignedBy, agent);
  return isFromManager ? undefined : 'cancel_needs_manager';
}

/** An assignment by a caller who may not cancel leaves the one before it in force. */
function boundAfter(work: Work, by: CallerName): Bound | null {
  if (isHeld(work, by)) return work.bound;
  const mayCancel = refusalByLastAssignment(work, by) === undefined;
  return mayCancel ? null : { agent: work.agent, by: work.assignedBy };
}

const isUnrelated = (work: Work, by: CallerName): boolean =>
  by !== 'board' && work.agent !== by && !manages(by, work.agent);

/** The refusal to give work in progress to another assignee, if any. */
function refusalOfHandOver(
  work: Work,
  next: Pick<Work, 'agent' | 'user'>,
  by: CallerName,
  rules: Rules,
): RefusalCode | undefined {
  return isUnrelated(work, by) ? 'not_the_owner' : refusalOfWork(next, by, rules);
}

function refusalOfMove(
  work: Work,
  to: IssueStatus,
  by: CallerName,
  rules: Rules,
  next: Next = work,
): RefusalCode | undefined {
  if (!isInTable(work.status, to, rules)) return 'illegal_transition';
  if (isPausedFor(by, work)) return PAUSED.refusal;
  if (to === 'cancelled') return refusalOfCancel(work, by);
  if (work.status === 'in_progress' && isUnrelated(work, by)) return 'not_the_owner';
  if (isVerdictOfAnother(work, to, by, rules)) return 'review_not_yours';
  return to === 'in_progress' ? refusalOfStart(next, by, rules) : undefined;
}

export function create(
  command: Extract<Command, { type: 'create' }>,
  rules: Rules,
  now: number,
): Verdict {
  const { by, status, agent, user, blocked, title, priority } = command;
  if (by === 'pat') return PAUSED;
  if (agent !== null && user) return { refusal: 'two_assignees' };
  if (agent !== null && !isAssignable(agent)) return { refusal: 'agent_not_assignable' };
  const refusal =
    status === 'in_progress' ? refusalOfStart({ ...command, held: false }, by, rules) : undefined;
  if (refusal) return { refusal };
  const unreviewed = { author: null, handedBy: null, wasHandedOver: false };
  const begun = { status: 'in_progress' as const, agent, ...unreviewed };
  if (status === 'done' && isVerdictOfAnother(begun, status, by, rules)) {
    return { refusal: 'review_not_yours' };
  }
  const isAssigned = agent !== null || user;
  return {
    work: {
      ...timestampsAfter(status, null, now, by),
      agent,
      user,
      blocked,
      held: false,
      ...unreviewed,
      ...(status === 'in_review' ? { handedBy: user ? ('una' as const) : by } : {}),
      assignedBy: isAssigned ? by : null,
      bound: null,
      title,
      priority,
      version: 1,
      comments: 0,
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
  if (by === 'pat') return PAUSED;
  if (by !== 'board' && by !== agent) return { refusal: 'acting_as_another_agent' };
  if (status === 'in_progress' && work.agent === agent) return { work };
  const isFree = !work.user && (work.agent === null || work.agent === agent);
  if (!isFree && !isOver(status)) return { refusal: 'issue_owned_by_another_agent' };
  if (!expected.includes(status)) return { refusal: 'unexpected_status' };
  if (!isInTable(status, 'in_progress', rules)) return { refusal: 'illegal_transition' };
  if (isVerdictOfAnother(work, 'in_progress', by, rules)) return { refusal: 'review_not_yours' };
  const { blocked, held } = work;
  const refusal = refusalOfStart({ agent, user: false, blocked, held }, by, rules);
  if (refusal) return { refusal };
  const assignedBy = work.agent === null ? by : work.assignedBy;
  const bound = work.agent === null && by === 'board' ? null : work.bound;
  const begun = timestampsAfter('in_progress', startedAt, now, by);
  return { work: { ...work, ...begun, agent, assignedBy, bound, version: work.version + 1 } };
}

function release(work: Work, { by }: { readonly by: CallerName }, rules: Rules): Verdict {
  const { status, agent, user, version } = work;
  if (isOver(status)) return { refusal: 'illegal_transition' };
  if (agent === null && !user) return { work };
  if (isPausedFor(by, work)) return PAUSED;
  if (isUnrelated(work, by)) return { refusal: 'not_the_owner' };
  if (isVerdictOfAnother(work, 'todo', by, rules)) return { refusal: 'review_not_yours' };
  const given = { agent: null, user: false, assignedBy: null } as const;
  const after = status === 'backlog' ? status : 'todo';
  return {
    work: { ...work, ...given, status: after, bound: boundAfter(work, by), version: version + 1 },
  };
}

/** The days of the company are never over in a run of the model. */
function reopen(work: Work, { by }: { readonly by: CallerName }, now: number): Verdict {
  const { status, agent, startedAt, endedBy, version } = work;
  if (by === 'pat') return PAUSED;
  if (!isOver(status)) return { refusal: 'illegal_transition' };
  if (by !== 'board' && endedBy !== by) return { refusal: 'reopen_needs_board' };
  const isKept = agent === null || isAssignable(agent);
  const given = { agent: null, user: false, assignedBy: null, bound: boundAfter(work, by) };
  const again = timestampsAfter('todo', startedAt, now, by);
  return { work: { ...work, ...(isKept ? {} : given), ...again, version: version + 1 } };
}

const isReport = (patch: Patch): boolean =>
  Object.keys(patch).every((field) => field === 'status' || field === 'comment');

/** An assignee of one kind replaces one of the other kind. */
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
  if (by === 'pat' && !isReport(patch)) return PAUSED;
  if (stale) return { refusal: 'version_mismatch' };
  if (patch.agent && patch.user) return { refusal: 'two_assignees' };
  const { held } = work;
  const next = { ...assigneeAfter(work, patch), blocked: patch.blocked ?? work.blocked, held };
  const isHandedOver = next.agent !== work.agent || next.user !== work.user;
  if (isHandedOver && next.agent !== null && !isAssignable(next.agent)) {
    return { refusal: 'agent_not_assignable' };
  }
  const status = patch.status ?? work.status;
  const isMoved = status !== work.status;
  const isKeptGoing = isHandedOver && !isMoved && status === 'in_progress';
  const refusal = isMoved
    ? refusalOfMove(work, status, by, rules, next)
    : isKeptGoing && refusalOfHandOver(work, next, by, rules);
  if (refusal) return { refusal };
  if (patch.comment !== undefined && isPausedFor(by, work)) return PAUSED;
  const isAssigned = next.agent !== null || next.user;
  const title = patch.title ?? work.title;
  const priority = patch.priority ?? work.priority;
  const isChanged =
    isMoved ||
    isHandedOver ||
    next.blocked !== work.blocked ||
    title !== work.title ||
    priority !== work.priority;
  return {
    work: {
      ...work,
      ...next,
      ...(isHandedOver ? { assignedBy: isAssigned ? by : null, bound: boundAfter(work, by) } : {}),
      ...(isMoved ? timestampsAfter(status, work.startedAt, now, by) : {}),
      ...(isMoved && status === 'in_review' ? handedOver(next, by) : {}),
      title,
      priority,
      version: work.version + (isChanged ? 1 : 0),
      comments: work.comments + (patch.comment === undefined ? 0 : 1),
    },
  };
}

/** The answer to a command on an issue. */
export function judge(
  work: Work,
  command: Exclude<Command, { type: 'create' }>,
  rules: Rules,
  now: number,
): Verdict {
  switch (command.type) {
    case 'checkout':
      return checkout(work, command, rules, now);
    case 'release':
      return release(work, command, rules);
    case 'reopen':
      return reopen(work, command, now);
    case 'update':
      return update(work, command, rules, now);
    case 'hold':
      return command.by === 'board'
        ? { work: { ...work, held: command.holds } }
        : { refusal: 'board_only' };
    case 'comment':
      if (isPausedFor(command.by, work)) return PAUSED;
      return { work: { ...work, comments: work.comments + 1 } };
    case 'read':
      return {
        work,
        may: statuses.filter((to) => refusalOfMove(work, to, command.by, rules) === undefined),
      };
    default:
      return command satisfies never;
  }
}
