/** A comment that mentions an agent, as the issues service tells of it. */
import { anIssue } from '@muster/test-kit';

export const commentOn = (ids: { issueId: string; commentId: string; agentId: string }) => ({
  ...anIssue({ issueId: ids.issueId }),
  ...ids,
  excerpt: 'Hello',
  mentions: [{ agentId: ids.agentId, name: 'Ann', woken: true, reason: null }],
});
