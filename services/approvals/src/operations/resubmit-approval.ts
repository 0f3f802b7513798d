/**
 * Resubmits a request after a revision. The event carries the revised fields of a hire to its
 * waiting agent, and events carry no secrets: a masked value stands for the secret that the agent
 * has, and a new secret is given as a reference.
 */
import {
  changesForBoard,
  invalidField,
  newAgent,
  Refusal,
  type Approval,
  type approvals,
} from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { z } from 'zod';
import {
  requireCurrent,
  requireRequesterOf,
  requireRightToChange,
} from '../domain/approval-guards.ts';
import { decideMove } from '../domain/approval-machine.ts';
import { type ApprovalRow, redactPayload } from '../domain/approval.ts';
import { budgetAgentOf, requireDecidablePayload } from '../domain/request-rules.ts';
import {
  requireNoSecretInCommand,
  requireNoSecrets,
  newReferences,
} from '../domain/revised-secrets.ts';
import { approvalEvent } from '../events.ts';
import { getAgent } from '../store/agents.ts';
import { lockWritableApproval, saveApproval } from '../store/approvals.ts';
import { requireSecrets } from '../store/secrets.ts';
import { showApproval } from '../views.ts';

/** Largest revised hire, in characters: it has to fit an event. */
const HIRE_MAX = 48_000;

const RevisedHire = z.object(newAgent).partial();

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

function requireValidRevision({ type }: ApprovalRow, payload: Approval['payload']): void {
  if (type === 'change_agent') {
    throw invalidField(
      ['payload'],
      'a change is asked for anew: cancel this request and create one',
    );
  }
  if (type !== 'hire_agent') return requireDecidablePayload({ type, payload });
  const parsed = RevisedHire.safeParse(payload);
  if (!parsed.success) {
    throw new Refusal(
      'invalid_input',
      parsed.error.issues.map(({ path, code, message }) => ({
        path: ['payload', ...path],
        code,
        message,
      })),
    );
  }
  if (JSON.stringify(payload).length > HIRE_MAX) {
    throw invalidField(['payload'], 'the hire is too large');
  }
  requireNoSecrets(payload);
}

/** A hire keeps the fields that are not revised; the payload of any other request is replaced. */
const revisedPayload = ({ type, payload: before }: ApprovalRow, payload: Approval['payload']) =>
  redactPayload(type === 'hire_agent' ? { ...before, ...payload } : payload);

/** What the last resubmission of a hire has changed. */
const changesOf = (
  { type, payload: before, changes }: ApprovalRow,
  payload: Approval['payload'] | undefined,
) =>
  type === 'hire_agent' && payload
    ? changesForBoard(redactPayload(before), redactPayload({ ...before, ...payload }))
    : changes;

function notRepeatable(): never {
  throw new Error('resubmit is not repeatable');
}
