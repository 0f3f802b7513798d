import { Id, issues, IssuePriority, IssueStatus, Text } from '@muster/contracts';
import { z } from 'zod';
import { asAnswer } from '../as-answer.ts';
import { company, companyOf } from '../company-of.ts';
import { makeOnce } from '../make-once.ts';
import { Assignee, assigneeFields, issue, issueIdOf, issueIdsOf } from '../references.ts';
import { showChanged } from '../show-issue.ts';
import { adds, tool, type ToolCall } from '../tool.ts';

const { title } = issues.operations.createIssue.input.shape;
const BLOCKERS_MAX = 10;

const input = z.strictObject({
  title,
  description: Text.optional().describe('what, and how to see that it is done'),
  parent: issue.optional().describe('the issue that it is a part of'),
  assignee: Assignee.optional().describe('name or id of an agent, or "me"'),
  status: IssueStatus.extract(['backlog', 'todo'])
    .default('todo')
    .describe('todo wakes the assignee'),
  priority: IssuePriority.default('medium'),
  project: Id.optional().describe('id'),
  blockedBy: z.array(issue).max(BLOCKERS_MAX).optional(),
});

const run = async (
  { company: named, ...asked }: z.output<typeof input> & { readonly company?: string | undefined },
  call: ToolCall,
): Promise<string> => {
  const { parent, assignee, blockedBy, project, ...fields } = asked;
  const companyId = await companyOf(call, named);
  const request = {
    companyId,
    ...fields,
    ...(await assigneeFields(assignee, call, async () => companyId)),
    ...(project ? { projectId: project } : {}),
    ...(parent ? { parentId: await issueIdOf(parent, call) } : {}),
    ...(blockedBy ? { blockedByIssueIds: await issueIdsOf(blockedBy, call) } : {}),
  };
  const { answer, replayed } = await makeOnce(call.keyOf('issue'), (options) =>
    call.perform('createIssue', request, options),
  );
  return asAnswer(showChanged(answer, call.actor.id, replayed));
};

const spec = {
  name: 'create_issue',
  description: 'Create an issue, such as a part of yours for a colleague.',
  hints: adds,
  run,
} as const;

export const createIssue = tool({ ...spec, input });
export const createIssueOfBoard = tool({ ...spec, input: input.extend({ company }) });
