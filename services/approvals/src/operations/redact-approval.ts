import { redactionBy, requireAuthorOrBoard, type approvals } from '@muster/contracts';
import { redactAnswers, type Handler } from '@muster/service-kit';
import { cancelUndecided } from '../decisions/cancel-undecided.ts';
import { isOpen } from '../domain/approval-machine.ts';
import { answerWithoutWords, hasWords, payloadWithoutWords } from '../domain/approval.ts';
import { approvalEvent } from '../events.ts';
import { lockApproval } from '../store/approvals.ts';
import { redactEventsOfApproval, saveRedactedApproval } from '../store/redactions.ts';
import { showApproval } from '../views.ts';

/** Nobody can decide what nobody can read: a request that is open is cancelled, but for one that keeps its words. */
export const redactApproval: Handler<typeof approvals, 'redactApproval'> = async (
  { approvalId, reason },
  context,
) => {
  const { db, actor, scope, now, emit } = context;
  const approval = await lockApproval(db, scope, approvalId);
  requireAuthorOrBoard(actor, [approval.requestedByAgentId]);
  if (approval.redacted !== null && !hasWords(approval.decisionNote)) return showApproval(approval);
  const payload = payloadWithoutWords(approval);
  const isRequest = payload !== approval.payload;
  const redacted = redactionBy(actor, now, reason);
  const saved = await saveRedactedApproval(db, approval, payload, redacted);
  await redactAnswers(db, approval, [], answerWithoutWords(approval));
  await redactEventsOfApproval(db, approval);
  const left = isRequest && isOpen(saved.status) ? await cancelUndecided(context, saved) : saved;
  emit('approval.redacted', approvalEvent(left));
  return showApproval(left);
};
