import type { issues } from '@muster/contracts';
import { pipelined, type Db, type Handler } from '@muster/service-kit';
import {
  composeIssue,
  emitCreated,
  notesOfCreated,
  isOfReview,
  requireAllowed,
  requirePlace,
  requireReviewable,
  textOf,
} from '../../creation/new-issue.ts';
import { assigneeAfter, unassigned } from '../../domain/assignment.ts';
import { authorOf } from '../../domain/author.ts';
import type { Waits } from '../../domain/holds/held.ts';
import { requireStartable } from '../../domain/issue-changes.ts';
import { defaultFields, fieldsAfter, type WritableFields } from '../../domain/issue-fields.ts';
import { showNote } from '../../domain/notes.ts';
import { insertIssue } from '../../store/issue-writes.ts';
import { lockLinksOfCompany } from '../../store/link-lock.ts';
import { findHoldOfPlace } from '../../store/holds/holding.ts';
import { lockOpenBlockers } from '../../store/links.ts';
import { requireParent } from '../../store/parents.ts';
import { listMentionedIn } from '../../store/roster.ts';
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
  const [, { fields, ...waits }] = hasLinks(given)
    ? await pipelined([allowed, requireLinks(db, companyId, given)])
    : [allowed, { fields: given, openBlockers: [], hold: null }];
  requireStartable(status, author.agentId, waits);
  const wanted = { companyId, status, assignee, fields };
  // Together: a refusal of the one while the other is awaited would be nobody's, and end the process.
  if (isOfReview(wanted)) await pipelined([allowed, requireReviewable(wanted, context)]);
  const issue = composeIssue(wanted, author, now);
  const [, inserted] = await pipelined([allowed, insertIssue(db, issue, now)]);
  emitCreated(emit, inserted, waits);
  const roster = await listMentionedIn(db, context.scope, inserted.id, textOf(inserted));
  const notes = notesOfCreated(inserted, waits, roster, author);
  return { ...showIssue(inserted), ...showNote(notes) };
};

const hasLinks = ({
  parentId,
  projectId,
  goalId,
  labelIds,
  blockedByIssueIds,
}: WritableFields): boolean =>
  (parentId ?? projectId ?? goalId) !== null || labelIds.length + blockedByIssueIds.length > 0;

interface Linked extends Waits {
  readonly fields: WritableFields;
}

/**
 * Returns the fields with the open blockers only. Nothing is blocked by a new issue yet, so its
 * blockers make no cycle.
 */
async function requireLinks(db: Db, companyId: string, fields: WritableFields): Promise<Linked> {
  const { parentId, blockedByIssueIds } = fields;
  if (blockedByIssueIds.length > 0) await lockLinksOfCompany(db, companyId);
  if (parentId) await requireParent(db, companyId, parentId);
  await requirePlace(db, companyId, fields);
  const hold = await findHoldOfPlace(db, companyId, fields);
  if (blockedByIssueIds.length === 0) return { fields, openBlockers: [], hold };
  const openBlockers = await lockOpenBlockers(db, companyId, blockedByIssueIds);
  return {
    fields: { ...fields, blockedByIssueIds: openBlockers.map(({ id }) => id) },
    openBlockers,
    hold,
  };
}
