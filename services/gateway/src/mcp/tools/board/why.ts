import { Id } from '@muster/contracts';
import { z } from 'zod';
import { minuteOf } from '../../domain/author.ts';
import { cut, fit } from '../../domain/fit.ts';
import { issue } from '../../references.ts';
import { reads, tool } from '../../tool.ts';

const MAX_BYTES = 3_000;

export const why = tool({
  name: 'why',
  description: 'Why an agent was or was not woken by an issue, a comment or an approval.',
  input: z.strictObject({
    agent: Id.describe('id'),
    issue: issue.optional(),
    comment: Id.optional(),
    approval: Id.optional(),
  }),
  hints: reads,
  async run({ agent: agentId, issue: issueId, comment: commentId, approval: approvalId }, call) {
    const { answer } = await call.perform('explainWake', {
      agentId,
      issueId,
      commentId,
      approvalId,
    });
    return fit({
      maxBytes: MAX_BYTES,
      items: answer.trail,
      keep: 'last',
      build: (shown, textMax) => ({
        woken: answer.woken,
        reason: answer.reason,
        explanation: answer.explanation,
        run: answer.run && { id: answer.run.id, status: answer.run.status },
        trail: shown.map(({ at, what, says }) => ({
          at: minuteOf(at),
          what,
          said: cut(says, textMax),
        })),
      }),
    });
  },
});
