import { Id, type Comment, type HeartbeatContext } from '@muster/contracts';
import { z } from 'zod';
import { fit } from '../domain/fit.ts';
import { issue } from '../references.ts';
import { showComment, showContext } from '../show-issue.ts';
import { reads, tool, type ToolCall } from '../tool.ts';

const MAX_BYTES = 12_000;
const COMMENTS_MAX = 50;
const FIRST = 'start';

const input = z.strictObject({
  issue,
  after: z
    .union([z.literal(FIRST), Id])
    .optional()
    .describe('comment id, or "start": only comments after it; else the newest'),
  comments: z.int().min(0).max(COMMENTS_MAX).default(10),
});

export const readIssue = tool({
  name: 'read_issue',
  description:
    'An issue whole: description, parents, blockers, approvals, comments, and the statuses that you ' +
    'may move it to.',
  input,
  hints: reads,
  run: ({ issue: issueId, after, comments: limit }, call) =>
    after === undefined
      ? readNewest(issueId, limit, call)
      : readAfter(issueId, { after: after === FIRST ? undefined : after, limit }, call),
});

/** The issue with the end of its thread. */
async function readNewest(
  issueId: string,
  comments: number,
  { perform, actor }: ToolCall,
): Promise<string> {
  const { answer: context } = await perform('getHeartbeatContext', { issueId, comments });
  return fit({
    maxBytes: MAX_BYTES,
    items: context.comments.items,
    keep: 'last',
    build: (shown, textMax) => ({
      ...showContext({ context, comments: shown, self: actor.id, textMax }),
      last: context.comments.lastCommentId,
      more: moreBefore(context, shown.length),
    }),
  });
}

const moreBefore = ({ comments: { count } }: HeartbeatContext, shown: number) =>
  count > shown ? { earlierComments: count - shown, next: { after: FIRST } } : undefined;

/** Only a part of the thread: the issue was read before. */
async function readAfter(
  issueId: string,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
  { perform }: ToolCall,
): Promise<string> {
  const page = { issueId, after, limit: Math.max(limit, 1) };
  const { answer: comments, nextCursor } = await perform('listComments', page);
  return fit<Comment>({
    maxBytes: MAX_BYTES,
    items: comments,
    keep: 'first',
    build: (shown, textMax) => ({
      issue: issueId,
      said: { comments: shown.map((comment) => showComment(comment, textMax)) },
      last: shown.at(-1)?.id ?? after,
      more:
        shown.length < comments.length || nextCursor !== undefined
          ? { next: { after: shown.at(-1)?.id } }
          : undefined,
    }),
  });
}
