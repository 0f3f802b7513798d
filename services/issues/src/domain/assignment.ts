/** The assignee of an issue, an agent or a board user, and who assigned it. */
import { Refusal } from '@muster/contracts';
import type { Author } from './author.ts';
import type { IssueState } from './issue-state.ts';
import { lowerCaseId } from './lower-case-id.ts';

export type Assignee = Pick<IssueState, 'assigneeAgentId' | 'assigneeUserId'>;

export interface AssigneePatch {
  readonly assigneeAgentId?: string | null | undefined;
  readonly assigneeUserId?: string | null | undefined;
}

export const unassigned: Assignee = { assigneeAgentId: null, assigneeUserId: null };

export const isAssigned = ({ assigneeAgentId, assigneeUserId }: Assignee): boolean =>
  assigneeAgentId !== null || assigneeUserId !== null;

/** An issue has one assignee: a new one of either kind replaces the other. */
export function assigneeAfter(current: Assignee, patch: AssigneePatch): Assignee {
  const agent = lowerCaseId(patch.assigneeAgentId);
  const user = lowerCaseId(patch.assigneeUserId);
  if (agent && user) throw new Refusal('two_assignees');
  if (agent) return { assigneeAgentId: agent, assigneeUserId: null };
  if (user) return { assigneeAgentId: null, assigneeUserId: user };
  return {
    assigneeAgentId: agent === null ? null : current.assigneeAgentId,
    assigneeUserId: user === null ? null : current.assigneeUserId,
  };
}

/** The author of a new assignment is its assigner; an unassigned issue has none. */
export const assignerOf = (
  assignee: Assignee,
  { agentId, userId }: Author,
): Pick<IssueState, 'assignedByAgentId' | 'assignedByUserId'> =>
  isAssigned(assignee)
    ? { assignedByAgentId: agentId, assignedByUserId: userId }
    : { assignedByAgentId: null, assignedByUserId: null };
