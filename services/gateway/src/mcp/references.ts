/** Ids for what a model names as it reads it: an issue by its identifier, an agent by its name, itself as `me`. */
import { Id, IssueRef } from '@muster/contracts';
import { z } from 'zod';
import { agentIdOf } from './named-agent.ts';
import type { ToolCall } from './tool.ts';

export const issue = IssueRef.describe('e.g. ACM-12');
const NAME_MAX = 200;
/** An agent by name or id, or `me`; `none` takes an issue from its assignee. */
export const Assignee = z.string().trim().min(1).max(NAME_MAX);

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

/** @param companyIdOf of the issue; asked only where a name has to be looked up */
export async function assigneeFields(
  assignee: z.output<typeof Assignee> | undefined,
  call: ToolCall,
  companyIdOf: () => Promise<string>,
): Promise<Assigned> {
  const { actor } = call;
  if (assignee === undefined) return {};
  if (assignee === 'none') return { assigneeAgentId: null, assigneeUserId: null };
  if (assignee !== 'me') {
    const id = Id.safeParse(assignee).data;
    return { assigneeAgentId: id ?? (await agentIdOf(assignee, await companyIdOf(), call)) };
  }
  return actor.type === 'agent' ? { assigneeAgentId: actor.id } : { assigneeUserId: actor.id };
}
