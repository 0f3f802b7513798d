import { Id, IssueStatus } from '@muster/contracts';
import { z } from 'zod';
import { company, companyOf } from '../company-of.ts';
import { fit } from '../domain/fit.ts';
import { nextPosition, readPosition } from '../domain/list-position.ts';
import { Assignee, assigneeFields, issue, issueIdOf } from '../references.ts';
import { rowFields, showRow } from '../show-issue.ts';
import { reads, tool, type ToolCall } from '../tool.ts';

const MAX_BYTES = 6_000;
const LIMIT_MAX = 50;

const input = z.strictObject({
  text: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe('words in title, description, comments, documents'),
  status: z.array(IssueStatus).max(7).optional(),
  assignee: Assignee.optional().describe('name or id of an agent, or "me"'),
  project: Id.optional().describe('id'),
  parent: issue.optional(),
  limit: z.int().min(1).max(LIMIT_MAX).default(20),
  cursor: z.string().max(2_100).optional(),
});

const run = async (
  { company: named, ...asked }: z.output<typeof input> & { readonly company?: string | undefined },
  call: ToolCall,
): Promise<string> => {
  const { text: q, status, assignee, project: projectId, parent, limit, cursor } = asked;
  const from = readPosition(cursor);
  const companyId = await companyOf(call, named);
  const { answer, nextCursor } = await call.perform('listIssues', {
    companyId,
    q,
    status,
    projectId,
    ...(await filterOf(assignee, companyId, call)),
    ...(parent === undefined ? {} : { parentId: await issueIdOf(parent, call) }),
    fields: [...rowFields],
    // The page may have been begun with a greater limit, and cut beyond this one.
    limit: from.skip < limit ? limit : from.skip + limit,
    cursor: from.cursor,
  });
  const items = answer.slice(from.skip);
  return fit({
    maxBytes: MAX_BYTES,
    items,
    keep: 'first',
    build: (shown, textMax) => {
      const seen = { from, read: items.length, shown: shown.length, nextCursor };
      const next = nextPosition(seen);
      return {
        found: shown.length === 0 ? 'none' : undefined,
        issues: shown.map((row) => showRow(row, call.actor.id, textMax)),
        more: next === undefined ? undefined : { cursor: next },
      };
    },
  });
};

async function filterOf(assignee: string | undefined, companyId: string, call: ToolCall) {
  const isOwnOfUser = assignee === 'me' && call.actor.type === 'user';
  if (isOwnOfUser) return { assigneeUserId: 'me' as const };
  const { assigneeAgentId } = await assigneeFields(assignee, call, async () => companyId);
  return assigneeAgentId ? { assigneeAgentId } : {};
}

const spec = {
  name: 'find_issues',
  description: 'Issues of the company, most urgent first. Without a filter: all.',
  hints: reads,
  run,
} as const;

export const findIssues = tool({ ...spec, input });
export const findIssuesOfBoard = tool({ ...spec, input: input.extend({ company }) });
