/**
 * Asking again. A hire's revised fields travel to the waiting agent in the event, and events carry
 * no secrets: a masked value stands for the secret that the agent has, a new one is referred to.
 */
import { newAgent, Refusal, type Approval, type approvals } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { z } from 'zod';
import { masked, sayingOf, showApproval, type ApprovalRow } from '../domain/approval.ts';
import { decide } from '../domain/approval-machine.ts';
import { checkPayload, invalid, subjectOf } from '../domain/request-rules.ts';
import { checkCommandLine, checkNoSecrets, newReferences } from '../domain/revised-secrets.ts';
import { getAgent } from '../store/agents.ts';
import { saveApproval } from '../store/approvals.ts';
import { assertSecrets } from '../store/secrets.ts';
import { checkRead, checkRequesterOf, lockWritable } from './move-approval.ts';

/** Largest revised hire, in characters: it has to fit into an event. */
const HIRE_MAX = 48_000;

const RevisedHire = z.object(newAgent).partial();

export const resubmitApproval: Handler<typeof approvals, 'resubmitApproval'> = async (
  { approvalId, payload, ifVersion },
  { db, actor, scope, say },
) => {
  const approval = await lockWritable(db, scope, approvalId);
  checkRequesterOf(approval, actor);
  const { to, says } = decide(approval.status, 'resubmit') ?? notRepeatable();
  checkRead(approval, { ifVersion });
  if (payload) checkRevision(approval, payload);
  if (payload && approval.type === 'hire_agent') {
    checkCommandLine(payload, approval.payload);
    await assertSecrets(db, approval.companyId, newReferences(payload, approval.payload));
  }
  const subjectId = payload && subjectOf({ ...approval, payload }, approval.requestedByAgentId);
  if (subjectId) await getAgent(db, approval.companyId, subjectId, 'payload.agentId');
  const resubmitted = await saveApproval(db, approval, {
    status: to,
    decisionNote: null,
    payload: payload && revisedPayload(approval, payload),
    budgetAgentId: subjectId,
    revision: approval.revision + 1,
  });
  const saying = sayingOf(resubmitted);
  const hire = approval.type === 'hire_agent' && payload ? masked(payload) : null;
  say(says, { ...saying, payload: { ...saying.payload, hire } });
  return showApproval(resubmitted);
};

function checkRevision({ type }: ApprovalRow, payload: Approval['payload']): void {
  if (type !== 'hire_agent') return checkPayload({ type, payload });
  const parsed = RevisedHire.safeParse(payload);
  if (!parsed.success) {
    throw new Refusal('invalid_input', parsed.error.issues.map(({ path, code, message }) => ({
      path: ['payload', ...path], code, message,
    })));
  }
  if (JSON.stringify(payload).length > HIRE_MAX) {
    throw invalid(['payload'], 'the hire is too large');
  }
  checkNoSecrets(payload);
}

/** A hire keeps the fields that are not revised; any other request is replaced whole. */
const revisedPayload = ({ type, payload: before }: ApprovalRow, payload: Approval['payload']) =>
  masked(type === 'hire_agent' ? { ...before, ...payload } : payload);

function notRepeatable(): never {
  throw new Error('resubmitting is never a repetition');
}
