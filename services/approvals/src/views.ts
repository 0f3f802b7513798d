/** Rows as answers. */
import type { Approval } from '@muster/contracts';
import { type ApprovalRow, redactPayload } from './domain/approval.ts';
import { newLimitOf } from './domain/new-limit.ts';

/** Leaves out what is not part of the interface, and redacts the payload. */
export function showApproval(row: ApprovalRow): Approval {
  const {
    agentId: _,
    budgetAgentId: __,
    causedBy: ___,
    issueIds: ____,
    payloadByUserId: _____,
    changeOfAgentId: ______,
    isStale: _______,
    presentLimitCents: ________,
    newLimitCents: _________,
    changes,
    effect,
    ...approval
  } = row;
  const newBudgetMonthlyCents = newLimitOf(row);
  return {
    ...approval,
    ...(changes ? { changes } : {}),
    ...(effect ? { effect } : {}),
    ...(newBudgetMonthlyCents === undefined ? {} : { newBudgetMonthlyCents }),
    payload: redactPayload(approval.payload),
  };
}

/** Without the changes: a page of large ones would not fit a message. */
export const showApprovalInList = (row: ApprovalRow): Approval => {
  const { changes: _, ...approval } = showApproval(row);
  return approval;
};
