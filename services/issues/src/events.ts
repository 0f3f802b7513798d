/** Event inputs made from state: the company, the entity and the payload of an event. */
import {
  CHILD_TITLE_MAX,
  cutText,
  type Document,
  type DocumentSnapshot,
  type Goal,
  type IssueSnapshot,
  type issues,
  type Label,
  type ParentSnapshot,
  type QuestionSnapshot,
  type WakeOnChildren,
  type Workspace,
} from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import { blockersInEvent, type Blocker } from './domain/blockers.ts';
import type { IssueState } from './domain/issue-state.ts';
import { type StoredHold } from './domain/holds/held.ts';
import type { Review } from './domain/reviews.ts';
import type { ChildStates } from './store/children/child-states.ts';
import type { FileRow } from './store/files/files.ts';
import type { OverdueRow } from './store/overdue/overdue-issues.ts';
import type { ProjectRow } from './store/planning/projects.ts';
import type { BulkRow } from './store/bulk/bulk-changes.ts';
import type { QuestionRow } from './store/questions/questions.ts';
import type { FiringRow } from './store/routines/firings.ts';
import type { RoutineRow } from './store/routines/routines.ts';

type IssueRow = Omit<IssueSnapshot, 'issueId' | 'openBlockers' | 'heldBy' | 'note'> & {
  readonly id: string;
  readonly companyId: string;
};

export const issueEvent = (issue: IssueRow) => ({
  companyId: issue.companyId,
  entityId: issue.id,
  payload: issueSnapshot(issue),
});

/** The same with the open issues that block it; `isStart`: it has come to `in_progress` by the change. */
export function blockableEvent<Event extends { readonly payload: object }>(
  event: Event,
  openBlockers: readonly Blocker[],
  isStart = false,
): Event {
  return { ...event, payload: { ...event.payload, ...blockersInEvent(openBlockers, isStart) } };
}

/** The same with what holds it. */
export const holdableEvent = <Event extends { readonly payload: object }>(
  event: Event,
  hold: StoredHold | null,
): Event =>
  hold === null ? event : { ...event, payload: { ...event.payload, heldBy: hold.name } };

/** Whether an issue is held now; `held` is what the event of a hold has besides. */
export const heldEvent = ({
  openBlockers,
  hold,
  ...issue
}: IssueRow & {
  readonly openBlockers: readonly Blocker[] | null;
  readonly hold: StoredHold | null;
}) => ({
  event: holdableEvent(blockableEvent(issueEvent(issue), openBlockers ?? []), hold),
  held: hold && { reason: hold.reason, cancelRuns: hold.cancelRuns },
});

/** Says that an issue was handed over for review, or what the reviewer has decided. */
export function emitReview(
  { verdict, authorAgentId }: Review,
  issue: IssueState,
  commentId: string | null,
  emit: Context<typeof issues>['emit'],
): void {
  const { reviewAgentId, reviewUserId, reviewRounds: round } = issue;
  const reviewer = { reviewerAgentId: reviewAgentId, reviewerUserId: reviewUserId };
  const { payload, ...event } = issueEvent(issue);
  const of = { ...payload, authorAgentId, round, commentId };
  if (verdict) emit('issue.reviewed', { ...event, payload: { ...of, verdict } });
  else emit('issue.review_requested', { ...event, payload: { ...of, ...reviewer } });
}

const issueSnapshot = (issue: IssueRow): IssueSnapshot => ({
  issueId: issue.id,
  identifier: issue.identifier,
  title: issue.title,
  status: issue.status,
  priority: issue.priority,
  assigneeAgentId: issue.assigneeAgentId,
  assigneeUserId: issue.assigneeUserId,
  parentId: issue.parentId,
  projectId: issue.projectId,
  goalId: issue.goalId,
  version: issue.version,
});

/** `issue.assigned` and `issue.released`, which also name the agent that had the issue before. */
export const assignmentEvent = (issue: IssueRow, previousAssigneeAgentId: string | null) => ({
  companyId: issue.companyId,
  entityId: issue.id,
  payload: { ...issueSnapshot(issue), previousAssigneeAgentId },
});

type ParentRow = IssueRow & {
  readonly wakeOnChildren: WakeOnChildren;
  readonly openBlockers: readonly Blocker[] | null;
};

/** About a parent: how its children are after a change of one of them. */
export const parentEvent = (
  parent: ParentRow,
  {
    id: issueId,
    identifier,
    title,
    status,
  }: Pick<IssueRow, 'id' | 'identifier' | 'title' | 'status'>,
  { children, counts, open }: ChildStates & { readonly open: number },
) => {
  const event = blockableEvent(issueEvent(parent), parent.openBlockers ?? []);
  const payload: ParentSnapshot = {
    ...event.payload,
    wakeOnChildren: parent.wakeOnChildren,
    child: { issueId, identifier, title: cutText(title, CHILD_TITLE_MAX), status },
    children: [...children],
    childCounts: counts,
    openChildren: open,
  };
  return { ...event, payload };
};

/** About an issue whose time has passed. */
export const overdueEvent = ({ dueAt, wakesAgentId, ...issue }: OverdueRow) => {
  const event = issueEvent(issue);
  return { ...event, payload: { ...event.payload, dueAt, wakesAgentId } };
};

/** About a question: with what names its issue. */
export const questionEvent = (question: QuestionRow) => {
  const payload: QuestionSnapshot = {
    questionId: question.id,
    issueId: question.issueId,
    identifier: question.identifier,
    title: question.title,
    kind: question.kind,
    state: question.state,
    text: question.text,
    options: question.options,
    deadline: question.deadline,
    toAgentId: question.toAgentId,
    toUserId: question.toUserId,
    askedByAgentId: question.askedByAgentId,
    askedByUserId: question.askedByUserId,
    answer: question.answer,
    byDefault: question.byDefault,
  };
  return { companyId: question.companyId, entityId: question.id, payload };
};

/** About a document: never its words. */
export const documentEvent = (document: Document, identifier: string | null) => {
  const payload: DocumentSnapshot = {
    documentId: document.id,
    issueId: document.issueId,
    projectId: document.projectId,
    identifier,
    key: document.key,
    version: document.version,
    bytes: document.bytes,
    sha256: document.sha256,
  };
  return { companyId: document.companyId, entityId: document.id, payload };
};

/** About a file: never its bytes. */
export const fileEvent = (file: FileRow) => ({
  companyId: file.companyId,
  entityId: file.id,
  payload: {
    fileId: file.id,
    issueId: file.issueId,
    identifier: file.identifier,
    name: file.name,
    type: file.type,
    bytes: file.bytes,
    sha256: file.sha256,
  },
});

export const labelEvent = ({ companyId, id, name, color }: Label) => ({
  companyId,
  entityId: id,
  payload: { labelId: id, name, color },
});

export const goalEvent = ({ companyId, id, title, level, status, parentId, version }: Goal) => ({
  companyId,
  entityId: id,
  payload: { goalId: id, title, level, status, parentId, version },
});

export const projectEvent = ({ companyId, id, name, status, goalIds, version }: ProjectRow) => ({
  companyId,
  entityId: id,
  payload: { projectId: id, name, status, goalIds, version },
});

export const workspaceEvent = ({ companyId, id, projectId, name, isPrimary }: Workspace) => ({
  companyId,
  entityId: id,
  payload: { workspaceId: id, projectId, name, isPrimary },
});

export const bulkChangeEvent = ({ id, companyId, change, ...counts }: BulkRow) => ({
  companyId,
  entityId: id,
  payload: {
    bulkChangeId: id,
    change,
    matched: counts.matched,
    changed: counts.changed,
    unchanged: counts.unchanged,
    refused: counts.refused,
  },
});

export const routineEvent = (routine: RoutineRow) => ({
  companyId: routine.companyId,
  entityId: routine.id,
  payload: {
    routineId: routine.id,
    name: routine.name,
    status: routine.status,
    pauseReason: routine.pauseReason,
    nextFireAt: routine.nextFireAt,
    proposedByAgentId: routine.proposedByAgentId,
    budgetMonthlyCents: routine.budgetMonthlyCents,
    exhaustedMonth: routine.exhaustedMonth,
    version: routine.version,
  },
});

export const firedEvent = (firing: FiringRow, name: string) => ({
  companyId: firing.companyId,
  entityId: firing.routineId,
  payload: {
    routineId: firing.routineId,
    name,
    moment: firing.moment,
    until: firing.until,
    cause: firing.cause,
    outcome: firing.outcome,
    reason: firing.reason,
    issueId: firing.issueId,
  },
});
