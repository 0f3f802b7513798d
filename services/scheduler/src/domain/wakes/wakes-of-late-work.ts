/** Whom an issue wakes that nobody goes on with, or whose time has passed. */
import type { LeftSnapshot, OverdueSnapshot } from '@muster/contracts';

const noSubject = {
  commentId: null,
  approvalId: null,
  approvalStatus: null,
  linkedIssueIds: [],
} as const;

/** Its agent, the first time only. It is like an assignment: over where the issue is over, or another has it. */
export const wakesOfLeft = ({ issueId, assigneeAgentId, times }: LeftSnapshot) =>
  times !== 1 || assigneeAgentId === null
    ? []
    : [
        {
          ...noSubject,
          agentId: assigneeAgentId,
          source: 'assignment' as const,
          reason: 'left_in_progress',
          issueId,
        },
      ];

const overdueReasons = {
  'issue.overdue': 'issue_overdue',
  'issue.overdue_escalated': 'issue_overdue_escalated',
} as const;

/** The assignee, or its manager, which need not be the assignee: it is addressed like one that is mentioned. */
export const wakesOfOverdue = (
  type: keyof typeof overdueReasons,
  { issueId, wakesAgentId, dueAt }: OverdueSnapshot,
) =>
  wakesAgentId === null
    ? []
    : [
        {
          ...noSubject,
          agentId: wakesAgentId,
          source: 'mention' as const,
          reason: overdueReasons[type],
          issueId,
          payload: { dueAt },
        },
      ];
