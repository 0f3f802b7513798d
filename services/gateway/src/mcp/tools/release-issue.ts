import { NonEmptyText } from '@muster/contracts';
import { z } from 'zod';
import { asAnswer } from '../as-answer.ts';
import { makeOnce } from '../make-once.ts';
import { issue } from '../references.ts';
import { showChanged } from '../show-issue.ts';
import { adds, tool } from '../tool.ts';

export const releaseIssue = tool({
  name: 'release_issue',
  description: 'Give an issue back: it becomes todo without an assignee. Say how far it is.',
  input: z.strictObject({ issue, comment: NonEmptyText }),
  hints: adds,
  /** A refused release comments on nothing; a repeated one finds the issue released, and goes on. */
  async run({ issue: issueId, comment: body }, { perform, actor, keyOf }) {
    const { answer } = await perform('releaseIssue', { issueId });
    const { replayed } = await makeOnce(keyOf('comment'), (options) =>
      perform('addComment', { issueId, body }, options),
    );
    return asAnswer(showChanged(answer, actor.id, replayed));
  },
});
