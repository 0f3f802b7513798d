import { issues, type scheduler } from '@muster/contracts';
import { forgetLettersAbout, reaction, type Context } from '@muster/service-kit';
import { redactWords } from '../wakes/redact-words.ts';

/** A wake-up that comes from an event of before is made from what is left of it. */
export const redactCopiesOfIssues = reaction(
  issues,
  ['question.redacted', 'issue.wait_redacted', 'issue.comment_redacted'],
  async (event, { db }: Context<typeof scheduler>) => {
    const { companyId, type, payload } = event;
    await forgetLettersAbout(db, event);
    if (type === 'question.redacted') {
      const { questionId: id, toAgentId, askedByAgentId } = payload;
      const agentIds = [toAgentId, askedByAgentId].filter((agentId) => agentId !== null);
      await redactWords(db, { companyId, agentIds, id }, { questionId: id });
    }
    if (type === 'issue.wait_redacted') {
      const { waitId: id, agentId } = payload;
      await redactWords(db, { companyId, agentIds: [agentId], id }, { waitId: id });
    }
  },
);
