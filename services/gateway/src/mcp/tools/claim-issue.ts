import { IssueStatus } from '@muster/contracts';
import { z } from 'zod';
import { asAnswer } from '../as-answer.ts';
import { issue } from '../references.ts';
import { showChanged } from '../show-issue.ts';
import { moves, tool } from '../tool.ts';

export const claimIssue = tool({
  name: 'claim_issue',
  description:
    'Claim an issue and set it to in_progress, before any work on it. 409 ' +
    'issue_owned_by_another_agent, 422 issue_blocked: take another issue.',
  input: z.strictObject({
    issue,
    from: z
      .array(IssueStatus)
      .min(1)
      .max(7)
      .default(['todo', 'blocked', 'in_review', 'in_progress'])
      .describe('statuses to claim it from'),
  }),
  hints: moves,
  async run({ issue: issueId, from: expectedStatuses }, { perform, actor }) {
    const input = { issueId, agentId: actor.id, expectedStatuses };
    const { answer, replayed } = await perform('checkoutIssue', input);
    return asAnswer({ ...showChanged(answer, actor.id, replayed), assignee: undefined });
  },
});
