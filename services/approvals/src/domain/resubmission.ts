/** What a resubmission may make of a request, and what it has changed. */
import { changesForBoard, invalidField, newAgent, Refusal, type Approval } from '@muster/contracts';
import { z } from 'zod';
import { redactPayload, type ApprovalRow } from './approval.ts';
import { requireDecidablePayload } from './request-rules.ts';
import { requireNoSecrets } from './revised-secrets.ts';

/** Largest revised hire, in characters: it has to fit an event. */
const HIRE_MAX = 48_000;

const RevisedHire = z.object(newAgent).partial();

/** Refuses a revision that its type does not allow, or that holds what may not be stored. */
export function requireValidRevision({ type }: ApprovalRow, payload: Approval['payload']): void {
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
export const revisedPayload = (
  { type, payload: before }: ApprovalRow,
  payload: Approval['payload'],
) => redactPayload(type === 'hire_agent' ? { ...before, ...payload } : payload);

/** What the last resubmission of a hire has changed. */
export const changesOf = (
  { type, payload: before, changes }: ApprovalRow,
  payload: Approval['payload'] | undefined,
) =>
  type === 'hire_agent' && payload
    ? changesForBoard(redactPayload(before), redactPayload({ ...before, ...payload }))
    : changes;
