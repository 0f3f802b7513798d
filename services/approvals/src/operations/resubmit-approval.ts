/**
 * Resubmits a request after a revision. The event carries the revised fields of a hire to its
 * waiting agent, and events carry no secrets: a masked value stands for the secret that the agent
 * has, and a new secret is given as a reference.
 */
import type { approvals } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import {
  requireCurrent,
  requireRequesterOf,
  requireRightToChange,
} from '../domain/approval-guards.ts';
import { decideMove } from '../domain/approval-machine.ts';
import { redactPayload } from '../domain/approval.ts';
import { budgetAgentOf } from '../domain/request-rules.ts';
import { changesOf, requireValidRevision, revisedPayload } from '../domain/resubmission.ts';
import { newReferences, requireNoSecretInCommand } from '../domain/revised-secrets.ts';
import { approvalEvent } from '../events.ts';
import { getAgent } from '../store/agents.ts';
import { lockWritableApproval, saveApproval } from '../store/approvals.ts';
import { requireSecrets } from '../store/secrets.ts';
import { showApproval } from '../views.ts';

export const resubmitApproval: Handler<typeof approvals, 'resubmitApproval'> = async (
  { approvalId, payload, ifVersion },
  { db, actor, scope, emit },
) => {
  const approval = await lockWritableApproval(db, scope, approvalId);
  requireRequesterOf(approval, actor);
  requireRightToChange(actor, approval);
  const move = decideMove(approval.status, 'resubmit') ?? notRepeatable();
  requireCurrent(approval, { ifVersion });
  if (payload) requireValidRevision(approval, payload);
  if (payload && approval.type === 'hire_agent') {
    requireNoSecretInCommand(payload, approval.payload);
    await requireSecrets(db, approval.companyId, newReferences(payload, approval.payload));
  }
  const subjectId = payload && budgetAgentOf({ ...approval, payload }, approval.requestedByAgentId);
  if (subjectId) await getAgent(db, approval.companyId, subjectId, 'payload.agentId');
  const resubmitted = await saveApproval(db, approval, {
    status: move.to,
    decisionNote: null,
    payload: payload && revisedPayload(approval, payload),
    payloadByUserId: payload && (actor.type === 'user' ? actor.id : null),
    budgetAgentId: subjectId,
    changes: changesOf(approval, payload),
    revision: approval.revision + 1,
  });
  const event = approvalEvent(resubmitted);
  const hire = approval.type === 'hire_agent' && payload ? redactPayload(payload) : null;
  emit(move.emits, { ...event, payload: { ...event.payload, hire } });
  return showApproval(resubmitted);
};

function notRepeatable(): never {
  throw new Error('resubmit is not repeatable');
}
