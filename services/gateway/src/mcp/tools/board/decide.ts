import { Cents, Id, Text } from '@muster/contracts';
import { z } from 'zod';
import { asAnswer } from '../../as-answer.ts';
import { replaces, tool } from '../../tool.ts';

const operations = {
  approve: 'approveApproval',
  reject: 'rejectApproval',
  request_revision: 'requestRevision',
} as const;

export const decide = tool({
  name: 'decide',
  description:
    'Decide an approval for the board, with the revision that you have read (needs_you approval). ' +
    'Only what the person whom you work for has decided.',
  input: z.strictObject({
    approval: Id.describe('id'),
    decision: z.enum(['approve', 'reject', 'request_revision']),
    revision: z.int().min(1),
    note: Text.optional().describe('for the requester'),
    limit_cents: Cents.min(1)
      .optional()
      .describe('of an override to approve: another new monthly limit'),
  }),
  hints: replaces,
  async run({ approval: approvalId, decision, revision, note, limit_cents: limit }, { perform }) {
    const { answer } = await perform(operations[decision], {
      approvalId,
      revision,
      ...(note === undefined ? {} : { decisionNote: note }),
      ...(limit === undefined ? {} : { budgetMonthlyCents: limit }),
    });
    const { id: approval, status, newBudgetMonthlyCents: limitCents } = answer;
    return asAnswer({ approval, status, ...(limitCents === undefined ? {} : { limitCents }) });
  },
});
