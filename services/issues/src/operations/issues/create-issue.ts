import { Refusal, type issues, type IssueStatus } from '@muster/contracts';
import { newId, pipelined, type Context, type Db, type Handler } from '@muster/service-kit';
import { type Assignee, assigneeAfter, assignerOf, unassigned } from '../../domain/assignment.ts';
import { authorOf } from '../../domain/author.ts';
import type { Blocker } from '../../domain/blockers.ts';
import { decideCreation, requireCreatable, requireUnblocked } from '../../domain/issue-changes.ts';
import { unbound } from '../../domain/issue-cancellation.ts';
import { defaultFields, fieldsAfter, type WritableFields } from '../../domain/issue-fields.ts';
import { noteOfTextMentions, notesOf, showNote } from '../../domain/notes.ts';
import { unreviewed } from '../../domain/reviews.ts';
import { assignmentEvent, blockableEvent, issueEvent } from '../../events.ts';
import { insertIssue } from '../../store/issue-writes.ts';
import { lockLinksOfCompany } from '../../store/link-lock.ts';
import { lockLabels, lockOpenBlockers, requireGoal, requireProject } from '../../store/links.ts';
import { requireAssignableUser } from '../../store/members.ts';
import { requireParent } from '../../store/parents.ts';
import { findFactsForNewIssue, listMentionedIn, lockAgent } from '../../store/roster.ts';
import { showIssue } from '../../views.ts';

/**
 * What may refuse the issue is read in the round trip that inserts it, because a refusal undoes the
 * insert. Links to other things are read before it, since only blockers that are open are inserted.
 */
export const createIssue: Handler<typeof issues, 'createIssue'> = async (
  { companyId, status, ...request },
  context,
) => {
  const { db, actor, runId, now, emit } = context;
  const author = authorOf(actor, runId);
  const assignee = assigneeAfter(unassigned, request);
  const allowed = requireAllowed(companyId, status, assignee, context);
  const given = fieldsAfter(defaultFields, request);
  const [, { fields, openBlockers }] = hasLinks(given)
    ? await pipelined([allowed, requireLinks(db, companyId, given)])
    : [allowed, { fields: given, openBlockers: [] }];
  requireUnblocked(status, author.agentId, openBlockers);
  const issue = {
    id: newId(),
    companyId,
    ...fields,
    createdByAgentId: author.agentId,
    createdByUserId: author.userId,
    ...assignee,
    ...assignerOf(assignee, author),
    ...unbound,
    ...unreviewed,
    ...decideCreation(status, assignee, author, now),
  };
  const [, inserted] = await pipelined([allowed, insertIssue(db, issue, now)]);
  const isStart = status === 'in_progress';
  emit('issue.created', blockableEvent(issueEvent(inserted), openBlockers, isStart));
  if (inserted.assigneeAgentId ?? inserted.assigneeUserId) {
    emit('issue.assigned', blockableEvent(assignmentEvent(inserted, null), openBlockers));
  }
  const asked = { status: true, assignee: true };
  const notes = notesOf({ issue: inserted, asked, author, openBlockers });
  const text = `${inserted.title}\n${inserted.description ?? ''}`;
  const roster = await listMentionedIn(db, context.scope, inserted.id, text);
  notes.push(...noteOfTextMentions(inserted, text, roster, author));
  return { ...showIssue(inserted), ...showNote(notes) };
};

/** Sends all that it reads in one tick. */
async function requireAllowed(
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

const hasLinks = ({
  parentId,
  projectId,
  goalId,
  labelIds,
  blockedByIssueIds,
}: WritableFields): boolean =>
  (parentId ?? projectId ?? goalId) !== null || labelIds.length + blockedByIssueIds.length > 0;

interface Linked {
  readonly fields: WritableFields;
  readonly openBlockers: readonly Blocker[];
}

/**
 * Returns the fields with the open blockers only. Nothing is blocked by a new issue yet, so its
 * blockers make no cycle.
 */
async function requireLinks(db: Db, companyId: string, fields: WritableFields): Promise<Linked> {
  const { parentId, projectId, goalId, labelIds, blockedByIssueIds } = fields;
  if (blockedByIssueIds.length > 0) await lockLinksOfCompany(db, companyId);
  if (parentId) await requireParent(db, companyId, parentId);
  if (projectId) await requireProject(db, companyId, projectId);
  if (goalId) await requireGoal(db, companyId, goalId);
  if (labelIds.length > 0) await lockLabels(db, companyId, labelIds);
  if (blockedByIssueIds.length === 0) return { fields, openBlockers: [] };
  const openBlockers = await lockOpenBlockers(db, companyId, blockedByIssueIds);
  return {
    fields: { ...fields, blockedByIssueIds: openBlockers.map(({ id }) => id) },
    openBlockers,
  };
}
