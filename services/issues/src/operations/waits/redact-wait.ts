import { Refusal, requireAuthorOrBoard, type issues, redactionBy } from '@muster/contracts';
import { redactAnswers, type Handler } from '@muster/service-kit';
import { issueEvent } from '../../events.ts';
import { lockIssueOfComment } from '../../store/redaction/redacted-comments.ts';
import { redactEventsOfWait, saveRedactedWait } from '../../store/redaction/redacted-waits.ts';
import { lockWait } from '../../store/waits/waits.ts';
import { showWait } from '../../views.ts';

/** A wait that is open goes on: whoever has waited is woken, and reads the issue. */
export const redactWait: Handler<typeof issues, 'redactWait'> = async (
  { issueId, waitId, reason },
  { db, scope, actor, now, emit },
) => {
  const issue = await lockIssueOfComment(db, scope, issueId);
  const wait = await lockWait(db, issue, waitId);
  if (!wait) throw new Refusal('wait_not_found');
  requireAuthorOrBoard(actor, [wait.agentId, wait.byAgentId]);
  if (wait.redacted !== null) return showWait(wait);
  const left = await saveRedactedWait(db, wait, redactionBy(actor, now, reason));
  await redactAnswers(db, wait, [wait.note, wait.received]);
  await redactEventsOfWait(db, wait);
  const { payload, ...event } = issueEvent(issue);
  emit('issue.wait_redacted', { ...event, payload: { ...payload, waitId, agentId: wait.agentId } });
  return showWait(left);
};
