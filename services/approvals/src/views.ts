/** Rows as answers. */
import {
  showRedaction,
  type Approval,
  type ApprovalComment,
  type WaitingApproval,
} from '@muster/contracts';
import { type ApprovalRow, redactPayload } from './domain/approval.ts';
import { newLimitOf } from './domain/new-limit.ts';
import type { StoredComment } from './store/comments.ts';

/** Leaves out what is not part of the interface, and redacts the payload. */
export function showApproval(row: ApprovalRow): Approval {
  const {
    agentId,
    budgetAgentId,
    causedBy: _,
    issueIds: __,
    changeOfAgentId,
    isStale: ___,
    presentLimitCents: ____,
    newLimitCents: _____,
    changes,
    effect,
    redacted,
    ...approval
  } = row;
  const newBudgetMonthlyCents = newLimitOf(row);
  return {
    ...approval,
    aboutAgentId: agentId ?? changeOfAgentId ?? budgetAgentId,
    ...(changes ? { changes } : {}),
    ...(effect ? { effect } : {}),
    ...(redacted ? { redacted } : {}),
    ...(newBudgetMonthlyCents === undefined ? {} : { newBudgetMonthlyCents }),
    payload: redactPayload(approval.payload),
  };
}

/** Without the changes: a page of large ones would not fit a message. */
export const showApprovalInList = (row: ApprovalRow): Approval => {
  const { changes: _, ...approval } = showApproval(row);
  return approval;
};

/** The title is a part of the payload, so it is redacted like it. */
export const showWaitingApproval = (row: WaitingApproval): WaitingApproval => {
  const { title } = redactPayload({ title: row.title });
  return { ...row, title: typeof title === 'string' ? title : null };
};

export const showComment = (row: StoredComment): ApprovalComment => showRedaction(row);
