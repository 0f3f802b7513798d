import { Refusal, type issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { endOfStuck } from '../../changes/end-of-stuck.ts';
import { callerOf } from '../../domain/author.ts';
import { bindingAfter } from '../../domain/issue-cancellation.ts';
import { issueMoves, statusAfterRelease } from '../../domain/issue-machine.ts';
import { decideRelease, hintOfRelease } from '../../domain/issue-policy.ts';
import { noteOfNobody, showNote } from '../../domain/notes.ts';
import { reviewNotYours } from '../../domain/reviewing/verdict-right.ts';
import { assignmentEvent } from '../../events.ts';
import { saveIssue } from '../../store/issue-writes.ts';
import { lockIssueForDecision } from '../../store/issues-for-decisions.ts';
import { showIssue } from '../../views.ts';

export const releaseIssue: Handler<typeof issues, 'releaseIssue'> = async (input, context) => {
  const { db, actor, scope, now, emit } = context;
  const { issue, facts } = await lockIssueForDecision(db, scope, input.issueId, callerOf(actor));
  const { id, status, assigneeAgentId } = issue;
  const decision = decideRelease(issue, facts);
  if (decision === 'already') return { ...showIssue(issue), ...showNote(noteOfNobody(issue)) };
  if (decision === 'review_not_yours') throw reviewNotYours(issue, facts);
  if (decision !== 'release') {
    const details = { issueId: id, status, assigneeAgentId };
    throw new Refusal(decision, details, hintOfRelease(decision));
  }
  const released = await saveIssue(
    db,
    {
      ...issue,
      status: statusAfterRelease(status) ?? status,
      assigneeAgentId: null,
      assigneeUserId: null,
      assignedByAgentId: null,
      assignedByUserId: null,
      ...bindingAfter(issue, facts),
      checkoutRunId: null,
      leftInProgress: 0,
    },
    now,
  );
  const event = assignmentEvent(released, assigneeAgentId);
  const payload = { ...event.payload, ...(await endOfStuck(context, issue, released)) };
  emit(issueMoves.release.emits, { ...event, payload });
  return { ...showIssue(released), ...showNote(noteOfNobody(released)) };
};
