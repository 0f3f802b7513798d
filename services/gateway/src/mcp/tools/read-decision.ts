import { Id, NonEmptyText, type Approval, type ApprovalComment } from '@muster/contracts';
import { z } from 'zod';
import { companyOf } from '../company-of.ts';
import { authorOf, minuteOf } from '../domain/author.ts';
import { cut, fit } from '../domain/fit.ts';
import { makeOnce } from '../make-once.ts';
import { adds, tool, type ToolCall } from '../tool.ts';

const MAX_BYTES = 3_000;
const LISTED = 20;

export const readDecision = tool({
  name: 'read_decision',
  description:
    'What the board has decided: one approval with its notes and questions, or your newest ones. ' +
    '`reply` answers a question.',
  input: z
    .strictObject({ approval: Id.optional().describe('id'), reply: NonEmptyText.optional() })
    .refine(({ approval, reply }) => approval !== undefined || reply === undefined, {
      error: 'a reply needs the approval that it answers',
      path: ['approval'],
    }),
  hints: adds,
  async run({ approval: approvalId, reply }, call) {
    if (approvalId === undefined) return listOwn(call);
    const { perform, keyOf } = call;
    if (reply !== undefined) {
      await makeOnce(keyOf('reply'), (options) =>
        perform('addApprovalComment', { approvalId, body: reply }, options),
      );
    }
    const [{ answer: approval }, { answer: comments, nextCursor }] = await Promise.all([
      perform('getApproval', { approvalId }),
      perform('listApprovalComments', { approvalId, limit: LISTED }),
    ]);
    return fit({
      maxBytes: MAX_BYTES,
      items: comments,
      keep: 'last',
      build: (shown, textMax) => ({
        ...showApproval(approval, textMax),
        comments: shown.map((comment) => showComment(comment, textMax)),
        more:
          shown.length < comments.length || nextCursor
            ? `GET /api/approvals/${approvalId}/comments has all`
            : undefined,
      }),
    });
  },
});

async function listOwn(call: ToolCall): Promise<string> {
  const { answer: approvals, nextCursor } = await call.perform('listApprovals', {
    companyId: await companyOf(call),
    requestedByAgentId: call.actor.id,
    limit: LISTED,
  });
  return fit({
    maxBytes: MAX_BYTES,
    items: approvals,
    keep: 'first',
    build: (shown, textMax) => ({
      approvals: shown.map((approval) => showApproval(approval, textMax)),
      none: approvals.length === 0 || undefined,
      more:
        shown.length < approvals.length || nextCursor ? 'older ones: name their ids' : undefined,
    }),
  });
}

const showApproval = (
  { id, type, status, effect, revision, decidedAt, decisionNote, payload }: Approval,
  textMax: number,
) => ({
  approval: id,
  type,
  status,
  effect,
  revision,
  decided: minuteOf(decidedAt),
  said: {
    title: cut(textIn(payload['title'] ?? payload['name']), textMax),
    board: cut(decisionNote, textMax),
  },
});

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

const showComment = (comment: ApprovalComment, textMax: number) => ({
  said: { by: authorOf(comment), text: cut(comment.body, textMax) },
});
