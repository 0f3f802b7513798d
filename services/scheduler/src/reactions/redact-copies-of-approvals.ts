import { approvals, type scheduler } from '@muster/contracts';
import { forgetLettersAbout, reaction, type Context } from '@muster/service-kit';
import { redactWords } from '../wakes/redact-words.ts';

/** A wake-up does not say which comment it repeats: those of all comments on the approval go. */
export const redactCopiesOfApprovals = reaction(
  approvals,
  ['approval.redacted', 'approval.comment_redacted'],
  async (event, { db }: Context<typeof scheduler>) => {
    const { companyId, type, payload } = event;
    await forgetLettersAbout(db, event);
    const { approvalId, requestedByAgentId } = payload;
    const words = type === 'approval.redacted' ? 'decisionNote' : 'comment';
    const agentIds = requestedByAgentId === null ? [] : [requestedByAgentId];
    await redactWords(db, { companyId, agentIds, id: approvalId }, { approvalId, words });
  },
);
