/** What every new issue passes, alone or as one of several children. */
import { Refusal, type issues, type IssueStatus } from '@muster/contracts';
import { newId, pipelined, type Context, type Db } from '@muster/service-kit';
import { type Assignee, assignerOf } from '../domain/assignment.ts';
import { type Author, authorOf } from '../domain/author.ts';
import { unbound } from '../domain/issue-cancellation.ts';
import { noteOfHold, type Waits } from '../domain/holds/held.ts';
import { decideCreation, requireCreatable } from '../domain/issue-changes.ts';
import type { WritableFields } from '../domain/issue-fields.ts';
import type { IssueState } from '../domain/issue-state.ts';
import type { Mentionable } from '../domain/mentions.ts';
import { noteOfTextMentions, notesOf } from '../domain/notes.ts';
import { handedOverBy, unreviewed } from '../domain/reviews.ts';
import { assignmentEvent, blockableEvent, holdableEvent, issueEvent } from '../events.ts';
import type { NewIssue } from '../store/issue-writes.ts';
import { lockLabels, requireGoal, requireProject } from '../store/links.ts';
import { requireAssignableUser } from '../store/members.ts';
import { findFactsForNewIssue, lockAgent } from '../store/roster.ts';

export { isOfReview, requireReviewable } from './new-review.ts';

/** Sends all that it reads in one tick. */
export async function requireAllowed(
  companyId: string,
  status: IssueStatus,
  assignee: Assignee,
  { db, actor, scope, runId }: Context<typeof issues>,
): Promise<void> {
  const { assigneeAgentId, assigneeUserId } = assignee;
  const author = authorOf(actor, runId);
  const locked = assigneeAgentId ? lockAgent(db, scope, assigneeAgentId) : undefined;
  const facts = findFactsForNewIssue(db, companyId, author.agentId, assigneeAgentId);
  const user = assigneeUserId
    ? requireAssignableUser(db, companyId, assigneeUserId, [author.userId])
    : undefined;
  const decided = facts.then((found) => {
    if (!found) throw new Refusal('company_not_found');
    requireCreatable(status, assignee, found);
  });
  await pipelined([locked, decided, user]);
}

export type Place = Pick<WritableFields, 'projectId' | 'goalId' | 'labelIds'>;

/** Labels are locked against deletion. */
export async function requirePlace(
  db: Db,
  companyId: string,
  { projectId, goalId, labelIds }: Place,
): Promise<void> {
  if (projectId) await requireProject(db, companyId, projectId);
  if (goalId) await requireGoal(db, companyId, goalId);
  if (labelIds.length > 0) await lockLabels(db, companyId, labelIds);
}

export interface Wanted {
  readonly companyId: string;
  readonly status: IssueStatus;
  readonly assignee: Assignee;
  readonly fields: WritableFields;
}

export const composeIssue = (
  { companyId, status, assignee, fields }: Wanted,
  author: Author,
  now: string,
): NewIssue => ({
  id: newId(),
  companyId,
  ...fields,
  createdByAgentId: author.agentId,
  createdByUserId: author.userId,
  ...assignee,
  ...assignerOf(assignee, author),
  ...unbound,
  ...unreviewed,
  reviewHandedById: status === 'in_review' ? handedOverBy(assignee, author) : null,
  ...decideCreation(status, assignee, author, now),
});

export function emitCreated(
  emit: Context<typeof issues>['emit'],
  inserted: IssueState,
  { openBlockers, hold }: Waits,
): void {
  const isStart = inserted.status === 'in_progress';
  const event = blockableEvent(issueEvent(inserted), openBlockers, isStart);
  emit('issue.created', holdableEvent(event, hold));
  if (inserted.assigneeAgentId ?? inserted.assigneeUserId) {
    emit('issue.assigned', blockableEvent(assignmentEvent(inserted, null), openBlockers));
  }
}

/** Both texts, in which agents may be mentioned. */
export const textOf = ({ title, description }: Pick<IssueState, 'title' | 'description'>): string =>
  `${title}\n${description ?? ''}`;

/** `roster`: the agents that the text may mention. */
export const notesOfCreated = (
  issue: IssueState,
  { openBlockers, hold }: Waits,
  roster: readonly Mentionable[],
  author: Author,
): string[] => [
  ...notesOf({ issue, asked: { status: true, assignee: true }, author, openBlockers }),
  ...noteOfTextMentions(issue, textOf(issue), roster, author),
  ...noteOfHold(hold),
];
