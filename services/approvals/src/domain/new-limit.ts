/** The monthly limit that an override gives its agent. */
import { invalidField, raisedLimit, Refusal } from '@muster/contracts';
import { isOpen } from './approval-machine.ts';
import type { ApprovalRow } from './approval.ts';

type Override = Pick<
  ApprovalRow,
  'type' | 'status' | 'payload' | 'presentLimitCents' | 'newLimitCents'
>;

/** The limit that it gave, or that it gives if it is approved now; undefined where it gives none. */
export function newLimitOf(approval: Override): number | undefined {
  const { type, status, payload, presentLimitCents, newLimitCents } = approval;
  if (type !== 'budget_override_required') return undefined;
  if (newLimitCents !== null) return newLimitCents;
  if (!isOpen(status) || presentLimitCents === null) return undefined;
  return raisedLimit(presentLimitCents, Number(payload['amountCents']));
}

/** Refuses a chosen limit for what gives none, and one that is no raise. */
export function requireRaise(
  { type, presentLimitCents }: Override,
  chosenCents: number | undefined,
): void {
  if (chosenCents === undefined) return;
  if (type !== 'budget_override_required') {
    throw invalidField(['budgetMonthlyCents'], 'only a budget_override_required gives a limit');
  }
  if (presentLimitCents === null) return;
  if (presentLimitCents === 0 || chosenCents <= presentLimitCents) {
    throw new Refusal('limit_not_raised', { budgetMonthlyCents: presentLimitCents });
  }
}

/** An approval that is repeated with another limit is another decision. */
export function requireSameLimit(
  { status, newLimitCents }: Override,
  chosenCents: number | undefined,
): void {
  if (chosenCents === undefined || chosenCents === newLimitCents) return;
  throw new Refusal('approval_already_decided', {
    status,
    ...(newLimitCents === null ? {} : { budgetMonthlyCents: newLimitCents }),
  });
}
