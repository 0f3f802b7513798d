import type { issues } from '@muster/contracts';
import type { Context, Db, Handler } from '@muster/service-kit';
import { announceHeld } from '../../bulk-effects/announce-holds.ts';
import { emitChanges } from '../../changes/change-effects.ts';
import { type Author, authorOf, callerOf } from '../../domain/author.ts';
import { refusalOfAssigning } from '../../domain/issue-policy.ts';
import { decideReopening, requireReopenable } from '../../domain/issue-reopening.ts';
import type { IssueState } from '../../domain/issue-state.ts';
import { noteOfDependents, notesOf, showNote } from '../../domain/notes.ts';
import type { PolicyFacts } from '../../domain/policy-facts.ts';
import { getTimeToReopen } from '../../store/companies.ts';
import { saveIssue } from '../../store/issue-writes.ts';
import { lockIssueForDecision } from '../../store/issues-for-decisions.ts';
import { lockLinksOfBlocker } from '../../store/link-lock.ts';
import { isAssignableUser } from '../../store/members.ts';
import { listBlocked } from '../../store/overviews/issue-relations.ts';
import { lockAssignee } from '../../store/roster.ts';
import { showIssue } from '../../views.ts';
import { writeComment } from '../comments/add-comment.ts';

export const reopenIssue: Handler<typeof issues, 'reopenIssue'> = async (
  { issueId, comment },
  context,
) => {
  const { db, actor, runId } = context;
  const author = authorOf(actor, runId);
  const { saved, openBlockers } = await reopen(issueId, author, context);
  const written =
    comment === undefined
      ? null
      : await writeComment(saved.id, comment, context, { isNobodyTold: true });
  const asked = { status: true, assignee: true };
  const notes = [
    ...notesOf({ issue: saved, asked, author, openBlockers }),
    ...noteOfDependents(await listBlocked(db, saved)),
  ];
  if (written?.note !== undefined) notes.push(written.note);
  return { ...showIssue(saved), comment: written, ...showNote(notes) };
};

async function reopen(
  ref: string,
  author: Author,
  context: Context<typeof issues>,
): Promise<{ saved: IssueState } & Pick<PolicyFacts, 'openBlockers'>> {
  const { db, scope, actor, now, emit } = context;
  // In the order of a termination of the agent, and of the end of an issue that blocks others.
  await lockAssignee(db, scope, ref);
  await lockLinksOfBlocker(db, scope, ref);
  const { issue, facts } = await lockIssueForDecision(db, scope, ref, callerOf(actor));
  requireReopenable(issue, facts, await getTimeToReopen(db, issue));
  const decision = decideReopening(issue, facts, await keepsAssignee(db, issue, facts, author));
  const saved = await saveIssue(db, decision.next, now);
  const { openBlockers } = facts;
  emitChanges({ before: issue, saved, openBlockers }, decision, emit);
  // What had ended when it was held was not announced.
  if (facts.hold) await announceHeld(context, saved);
  return { saved, openBlockers };
}

/** An agent that is gone, or a user that has left, gets no work back; unassigned stays unassigned. */
async function keepsAssignee(
  db: Db,
  { companyId, assigneeAgentId, assigneeUserId, ...issue }: IssueState,
  facts: PolicyFacts,
  author: Author,
): Promise<boolean> {
  if (assigneeAgentId !== null) return refusalOfAssigning(facts) === undefined;
  if (assigneeUserId === null) return true;
  const involved = [author.userId, issue.createdByUserId, issue.assignedByUserId];
  return isAssignableUser(db, companyId, assigneeUserId, involved);
}
