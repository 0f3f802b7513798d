import { issues, Text } from '@muster/contracts';
import { z } from 'zod';
import { asAnswer } from '../as-answer.ts';
import { issue } from '../references.ts';
import { showChanged } from '../show-issue.ts';
import { replaces, tool } from '../tool.ts';

const { title } = issues.operations.updateIssue.input.shape;

/** Apart from `update_issue`: programs ask a person before what replaces words, and a heartbeat needs none of it. */
export const editIssue = tool({
  name: 'edit_issue',
  description: 'Replace the title or description of an issue.',
  input: z.strictObject({
    issue,
    title,
    description: Text.nullable().optional(),
    version: z.int().min(1).optional(),
  }),
  hints: replaces,
  async run({ issue: issueId, version, ...fields }, { perform, actor }) {
    const request = { issueId, ...fields, ...(version ? { ifVersion: version } : {}) };
    const { answer, replayed } = await perform('updateIssue', request);
    return asAnswer(showChanged(answer, actor.id, replayed));
  },
});
