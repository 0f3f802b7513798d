import {
  IssuePriority,
  IssueStatus,
  NonEmptyText,
  type Issue,
  type issues,
} from '@muster/contracts';
import { z } from 'zod';
import { asAnswer } from '../as-answer.ts';
import { makeOnce } from '../make-once.ts';
import { Assignee, assigneeFields, issue, issueIdsOf } from '../references.ts';
import { showChanged } from '../show-issue.ts';
import { moves, tool, type ToolCall } from '../tool.ts';

const BLOCKERS_MAX = 10;

const input = z.strictObject({
  issue,
  status: IssueStatus.optional().describe('in_progress by claim_issue'),
  comment: NonEmptyText.optional().describe('evidence, or what is missing; @Name wakes an agent'),
  priority: IssuePriority.optional(),
  assignee: Assignee.optional().describe('name or id of an agent, "me" or "none"'),
  blockedBy: z.array(issue).max(BLOCKERS_MAX).optional().describe('issues; replaces the list'),
  version: z.int().min(1).optional().describe('refuse if it has changed since'),
  reopen: z.literal(true).optional().describe('done or cancelled → todo'),
});

export const updateIssue = tool({
  name: 'update_issue',
  description: 'Move an issue and comment on it, in one step.',
  input,
  hints: moves,
  run: async ({ reopen, ...asked }, call) => {
    if (!reopen) return changeIssue(asked, call);
    const { issue: issueId, comment, ...others } = asked;
    const request = { issueId, ...(comment === undefined ? {} : { comment }) };
    const { answer, replayed } = await makeOnce(call.keyOf('reopen'), (options) =>
      call.perform('reopenIssue', request, options),
    );
    return Object.keys(others).length > 0
      ? changeIssue({ issue: issueId, ...others }, call)
      : asAnswer(showChanged(answer, call.actor.id, replayed));
  },
});

async function changeIssue(
  {
    issue: issueId,
    comment,
    assignee,
    blockedBy,
    version,
    ...fields
  }: Omit<z.output<typeof input>, 'reopen'>,
  call: ToolCall,
): Promise<string> {
  const wanted = {
    ...fields,
    ...(await assigneeFields(assignee, call, async () => {
      const { answer } = await call.perform('getIssue', { issueId });
      return answer.companyId;
    })),
    ...(blockedBy ? { blockedByIssueIds: await issueIdsOf(blockedBy, call) } : {}),
  };
  const request = { issueId, ...wanted, ...(version ? { ifVersion: version } : {}) };
  const { answer, replayed } =
    comment === undefined
      ? await call.perform('updateIssue', request)
      : await changeWithComment({ ...request, comment }, wanted, call);
  return asAnswer(showChanged(answer, call.actor.id, replayed));
}

type Request = Parameters<typeof send>[0];

const send = (
  request: z.input<typeof issues.operations.updateIssue.input>,
  idempotencyKey: string,
  { perform }: ToolCall,
) => makeOnce(idempotencyKey, (options) => perform('updateIssue', request, options));

/**
 * A repeat gets the first answer, and comments once. Where the issue has changed since then, the call is
 * no repeat but the same words for another time: it is carried out, once for this state of the issue.
 */
async function changeWithComment(request: Request, change: object, call: ToolCall) {
  const done = await send(request, call.keyOf('change'), call);
  if (!done.replayed) return done;
  const { answer: now } = await call.perform('getIssue', { issueId: request.issueId });
  if (holds(change, now)) return done;
  return send(request, call.keyOf(`change-${now.version}`), call);
}

const holds = (change: object, now: Issue): boolean =>
  Object.entries(change).every(
    ([field, value]) =>
      value === undefined || JSON.stringify(now[field as keyof Issue]) === JSON.stringify(value),
  );
