/** Ids for what a model names as it reads it: an issue by its identifier, itself as `me`. */
import { Id, IssueRef } from '@muster/contracts';
import { z } from 'zod';
import type { ToolCall } from './tool.ts';

export const issue = IssueRef.describe('e.g. ACM-12');
/** An id, `me`, or `none` to take it from its assignee. */
export const Assignee = z.union([z.enum(['me', 'none']), Id]);

export async function issueIdOf(ref: string, { perform }: ToolCall): Promise<string> {
  const id = Id.safeParse(ref).data;
  return id ?? (await perform('getIssue', { issueId: ref })).answer.id;
}

export const issueIdsOf = (refs: readonly string[], call: ToolCall): Promise<string[]> =>
  Promise.all(refs.map((ref) => issueIdOf(ref, call)));

interface Assigned {
  readonly assigneeAgentId?: string | null;
  readonly assigneeUserId?: string | null;
}

export function assigneeFields(
  assignee: z.output<typeof Assignee> | undefined,
  { actor }: ToolCall,
): Assigned {
  if (assignee === undefined) return {};
  if (assignee === 'none') return { assigneeAgentId: null, assigneeUserId: null };
  if (assignee !== 'me') return { assigneeAgentId: assignee };
  return actor.type === 'agent' ? { assigneeAgentId: actor.id } : { assigneeUserId: actor.id };
}
