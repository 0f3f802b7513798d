/** A comment that mentions an agent, as the issues service tells of it. */
export const commentOn = (ids: { issueId: string; commentId: string; agentId: string }) => ({
  ...ids,
  identifier: 'ACM-1',
  title: 'Count',
  status: 'todo' as const,
  priority: 'medium' as const,
  assigneeAgentId: null,
  assigneeUserId: null,
  parentId: null,
  projectId: null,
  goalId: null,
  version: 1,
  excerpt: 'Hello',
  mentions: [{ agentId: ids.agentId, name: 'Ann', woken: true, reason: null }],
});
