/**
 * An update as a decision: the issue, what is asked and what is known in; the issue after it out.
 */
import { Refusal, type IssuePriority, type IssueStatus } from '@muster/contracts';
import { allowedTransitions, refusalOfAssigning, refusalOfMove, refusalOfWork } from
  './issue-policy.ts';
import type { IssueState, Standing } from './standing.ts';

export interface Patch {
  readonly title?: string | undefined;
  readonly description?: string | null | undefined;
  readonly priority?: IssuePriority | undefined;
  readonly status?: IssueStatus | undefined;
  readonly assigneeAgentId?: string | null | undefined;
  readonly assigneeUserId?: string | null | undefined;
  readonly parentId?: string | null | undefined;
  readonly projectId?: string | null | undefined;
  readonly goalId?: string | null | undefined;
  readonly labelIds?: readonly string[] | undefined;
  readonly blockedByIssueIds?: readonly string[] | undefined;
}

/** Who asks, for the record of who assigned. One of the two ids is null. */
export interface Author {
  readonly agentId: string | null;
  readonly userId: string | null;
  readonly runId: string | null;
}

type Value = string | null | string[];

export interface Change {
  readonly from: Value;
  readonly to: Value;
}

export interface Decision {
  readonly next: IssueState;
  /** What changed beside the assignee. Long text is left out of the values. */
  readonly changes: Readonly<Record<string, Change>>;
  readonly reassigned: boolean;
}

type Assignee = Pick<IssueState, 'assigneeAgentId' | 'assigneeUserId'>;

/** Ids are compared in lower case, and come in any. */
const sameCase = <Id extends string | null | undefined>(id: Id) =>
  (typeof id === 'string' ? id.toLowerCase() : id) as Id;

/** An issue has one assignee: naming a new one of either kind replaces the other. */
export function assigneeAfter(current: Assignee, patch: Patch): Assignee {
  const agent = sameCase(patch.assigneeAgentId);
  const user = sameCase(patch.assigneeUserId);
  if (agent && user) throw new Refusal('two_assignees');
  if (agent) return { assigneeAgentId: agent, assigneeUserId: null };
  if (user) return { assigneeAgentId: null, assigneeUserId: user };
  return {
    assigneeAgentId: agent === null ? null : current.assigneeAgentId,
    assigneeUserId: user === null ? null : current.assigneeUserId,
  };
}

export function decideUpdate(
  issue: IssueState,
  patch: Patch,
  by: Standing,
  author: Author,
  now: string,
): Decision {
  if (by.companyStatus === 'archived') throw new Refusal('company_archived');
  const assignee = assigneeAfter(issue, patch);
  const reassigned = assignee.assigneeAgentId !== issue.assigneeAgentId ||
    assignee.assigneeUserId !== issue.assigneeUserId;
  if (reassigned && assignee.assigneeAgentId !== null) assertAssignable(by);
  const status = patch.status ?? issue.status;
  if (status !== issue.status) assertMove(issue, status, by, assignee);
  if (status === 'in_progress' && !assignee.assigneeAgentId && !assignee.assigneeUserId) {
    throw new Refusal('assignee_required');
  }
  const next: IssueState = {
    ...issue,
    title: patch.title ?? issue.title,
    description: patch.description === undefined ? issue.description : patch.description,
    priority: patch.priority ?? issue.priority,
    ...linksAfter(issue, patch),
    ...assignee,
    ...(reassigned ? { ...assignerOf(assignee, author), checkoutRunId: null } : {}),
    ...(status === issue.status ? {} : entering(issue, status, assignee, author, now)),
  };
  return { next, changes: changesBetween(issue, next), reassigned };
}

type Links = Pick<
  IssueState, 'parentId' | 'projectId' | 'goalId' | 'labelIds' | 'blockedByIssueIds'
>;

/** What the issue refers to after the patch. */
export function linksAfter(current: Links, patch: Patch): Links {
  const one = (field: 'parentId' | 'projectId' | 'goalId') => {
    const given = patch[field];
    return given === undefined ? current[field] : sameCase(given);
  };
  const several = (field: 'labelIds' | 'blockedByIssueIds') => {
    const given = patch[field];
    return given === undefined ? current[field] : [...new Set(given.map(sameCase))];
  };
  return {
    parentId: one('parentId'),
    projectId: one('projectId'),
    goalId: one('goalId'),
    labelIds: several('labelIds'),
    blockedByIssueIds: several('blockedByIssueIds'),
  };
}

/** Whoever set the assignee last is the one who assigned. */
export const assignerOf = (
  { assigneeAgentId, assigneeUserId }: Assignee,
  { agentId, userId }: Author,
): Pick<IssueState, 'assignedByAgentId' | 'assignedByUserId'> =>
  assigneeAgentId === null && assigneeUserId === null
    ? { assignedByAgentId: null, assignedByUserId: null }
    : { assignedByAgentId: agentId, assignedByUserId: userId };

function assertAssignable(by: Standing): void {
  const code = refusalOfAssigning(by);
  if (code) throw new Refusal(code, { field: 'assigneeAgentId' });
}

function assertMove(issue: IssueState, to: IssueStatus, by: Standing, next: Assignee): void {
  const code = refusalOfMove(issue, to, by, next);
  if (!code) return;
  const details = code === 'illegal_transition'
    ? { from: issue.status, to, allowed: allowedTransitions(issue, by) }
    : { issueId: issue.id, status: issue.status, assigneeAgentId: issue.assigneeAgentId };
  throw new Refusal(code, details);
}

/** What a status brings with it. The start is kept from the first time on. */
export function entering(
  { startedAt }: Pick<IssueState, 'startedAt'>,
  status: IssueStatus,
  { assigneeAgentId }: Pick<IssueState, 'assigneeAgentId'>,
  author: Author,
  now: string,
): Pick<IssueState, 'status' | 'startedAt' | 'completedAt' | 'cancelledAt' | 'checkoutRunId'> {
  const isStart = status === 'in_progress';
  return {
    status,
    startedAt: isStart ? (startedAt ?? now) : startedAt,
    completedAt: status === 'done' ? now : null,
    cancelledAt: status === 'cancelled' ? now : null,
    checkoutRunId: isStart && assigneeAgentId === author.agentId ? author.runId : null,
  };
}

const compared = [
  'title', 'status', 'priority', 'parentId', 'projectId', 'goalId', 'labelIds', 'blockedByIssueIds',
] as const;

/** Lists are sets: their order says nothing. */
const isSame = (from: Value, to: Value): boolean =>
  Array.isArray(from) && Array.isArray(to)
    ? from.length === to.length && from.every((id) => to.includes(id))
    : from === to;

function changesBetween(before: IssueState, after: IssueState): Record<string, Change> {
  const changes: Record<string, Change> = {};
  for (const field of compared) {
    const [from, to] = [before[field], after[field]];
    if (!isSame(from, to)) changes[field] = { from, to };
  }
  if (before.description !== after.description) changes['description'] = { from: null, to: null };
  return changes;
}

/** What a new issue is born with: any status, with what the status asks for. */
export function decideBirth(
  status: IssueStatus,
  assignee: Assignee,
  by: Standing,
  author: Author,
  now: string,
): Omit<ReturnType<typeof entering>, 'status'> {
  if (by.companyStatus === 'archived') throw new Refusal('company_archived');
  if (assignee.assigneeAgentId !== null) assertAssignable(by);
  const code = status === 'in_progress' ? refusalOfWork(assignee, by) : undefined;
  if (code) throw new Refusal(code);
  return entering({ startedAt: null }, status, assignee, author, now);
}
