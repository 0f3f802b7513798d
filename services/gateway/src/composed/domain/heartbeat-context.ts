/** The answers of the services as the context of a heartbeat. */
import type {
  agents,
  approvals,
  Comment,
  HeartbeatContext,
  issues,
  Output,
} from '@muster/contracts';

export interface CommentsRead {
  readonly items: readonly Comment[];
  readonly more: boolean;
}

export interface ContextParts {
  readonly context: Output<typeof issues, 'getHeartbeatContext'>;
  readonly comments: CommentsRead;
  readonly blockers: Output<typeof issues, 'listIssuesById'>;
  /** undefined: the service could not answer. */
  readonly approvals: Output<typeof approvals, 'listApprovalsOfIssue'> | undefined;
  /** null: the caller has none. undefined: the service could not answer. */
  readonly budget: Output<typeof agents, 'getOwnAgent'>['budget'] | null | undefined;
}

export function contextOf(parts: ContextParts): HeartbeatContext {
  const { context, comments, blockers, approvals, budget } = parts;
  const { project, goal, ancestors, truncated, allowedTransitions, comments: thread } = context;
  const issue = issueOf(context);
  const { createdByAgentId, createdByUserId, openChildren, endedWait, questions, documents } =
    context;
  const unavailable = [
    ...(approvals === undefined ? (['approvals'] as const) : []),
    ...(budget === undefined ? (['budget'] as const) : []),
  ];
  return {
    ...issue,
    issue: { ...issue, createdByAgentId, createdByUserId },
    project,
    goal,
    ancestors,
    ...(truncated ? { truncated } : {}),
    ...(openChildren ? { openChildren } : {}),
    ...(endedWait ? { endedWait } : {}),
    ...(questions ? { questions } : {}),
    ...(documents ? { documents } : {}),
    allowedTransitions,
    comments: { ...thread, items: comments.items.map(commentOf), more: comments.more },
    blockers: blockers.map(blockerOf),
    approvals: approvals?.map(approvalOf) ?? null,
    budget: budget ?? null,
    ...(unavailable.length > 0 ? { unavailable } : {}),
  };
}

const issueOf = (context: ContextParts['context']) => ({
  id: context.id,
  identifier: context.identifier,
  title: context.title,
  description: context.description,
  status: context.status,
  priority: context.priority,
  assigneeAgentId: context.assigneeAgentId,
  assigneeUserId: context.assigneeUserId,
  parentId: context.parentId,
  checkoutRunId: context.checkoutRunId,
  updatedAt: context.updatedAt,
  version: context.version,
});

const commentOf = ({
  id,
  body,
  authorName,
  authorAgentId,
  authorUserId,
  createdAt,
  redacted,
}: Comment): HeartbeatContext['comments']['items'][number] => ({
  id,
  body,
  authorName,
  authorAgentId,
  authorUserId,
  createdAt,
  ...(redacted ? { redacted } : {}),
});

const blockerOf = ({
  id,
  identifier,
  title,
  status,
  assigneeAgentId,
  assigneeUserId,
}: ContextParts['blockers'][number]): HeartbeatContext['blockers'][number] => ({
  id,
  identifier,
  title,
  status,
  assigneeAgentId,
  assigneeUserId,
});

const approvalOf = ({
  id,
  type,
  status,
  decisionNote,
}: NonNullable<ContextParts['approvals']>[number]) => ({ id, type, status, decisionNote });
