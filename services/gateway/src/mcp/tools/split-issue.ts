import { IssuePriority, issues, Text } from '@muster/contracts';
import { z } from 'zod';
import { asAnswer } from '../as-answer.ts';
import { cut } from '../domain/fit.ts';
import { noteForTools } from '../domain/hint-for-tools.ts';
import { makeOnce } from '../make-once.ts';
import { companyOf } from '../company-of.ts';
import { Assignee, assigneeFields, issue } from '../references.ts';
import { adds, tool } from '../tool.ts';

const { title } = issues.operations.createIssue.input.shape;
const PARTS_MAX = 50;
/** Of a key in the answer, and of what is said about parts. */
const KEY_MAX = 20;
const NOTE_MAX = 300;

const Part = z.strictObject({
  key: z.string().max(64).optional(),
  title,
  description: Text.optional(),
  assignee: Assignee.optional(),
  priority: IssuePriority.optional(),
  blockedBy: z.array(z.string()).max(PARTS_MAX).optional().describe('keys or issues'),
});

export const splitIssue = tool({
  name: 'split_issue',
  description: 'Create parts of an issue at once; you are woken when the last has ended.',
  input: z.strictObject({ issue, parts: z.array(Part).min(1).max(PARTS_MAX) }),
  hints: adds,
  async run({ issue: issueId, parts }, call) {
    const children = await Promise.all(
      parts.map(async ({ assignee, ...part }) => ({
        ...part,
        ...(await assigneeFields(assignee, call, () => companyOf(call))),
      })),
    );
    const { answer, replayed } = await makeOnce(call.keyOf('parts'), (options) =>
      call.perform('createChildren', { issueId, children }, options),
    );
    const notes = [...new Set(answer.children.flatMap(({ note }) => note ?? []))].join('; ');
    return asAnswer({
      parts: answer.children.map(({ key, identifier }) =>
        key === undefined ? identifier : `${identifier} ${cut(key, KEY_MAX)}`,
      ),
      repeated: replayed || undefined,
      ...(notes === '' ? {} : { said: { note: cut(noteForTools(notes), NOTE_MAX) } }),
    });
  },
});
