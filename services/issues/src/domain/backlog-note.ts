/** What the answer to an assignment says if it wakes no agent. */
import type { Author } from './author.ts';
import type { IssueState } from './issue-state.ts';

/** An agent that assigns an issue to itself needs no waking. */
export const noteOfBacklog = (
  { identifier, status, assigneeAgentId }: IssueState,
  author: Author,
): { readonly note?: string } =>
  status !== 'backlog' || assigneeAgentId === null || assigneeAgentId === author.agentId
    ? {}
    : { note: `backlog wakes no agent; PATCH /api/issues/${identifier} {"status":"todo"} does` };
