/**
 * Explains why an agent was or was not woken. The subject (issue, comment or approval) is read
 * first as the caller, so that a foreign or absent one is refused; then the scheduler's records of
 * it.
 */
import { approvals, issues, scheduler, type Issue } from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import { explainRecords, type WakeSubject } from './domain/explain-wake.ts';
import { readAs, type ReadOperation } from '../upstream/read-as.ts';
import type { ComposedCall } from '../upstream/composed-call.ts';

export const explainWake =
  (rpc: Rpc): ComposedCall =>
  async (input, call) => {
    const ask = readAs(rpc, call);
    const { agentId, ...subject } = input;
    const found = await findSubject(ask, subject);
    const records = await ask(scheduler, 'listWakeRecords', {
      agentId,
      companyId: found.companyId,
      ...found.key,
    });
    return { body: JSON.stringify(explainRecords(records, found.subject)) };
  };

interface Found {
  readonly companyId: string;
  readonly key: { issueId?: string; commentId?: string; approvalId?: string };
  readonly subject: WakeSubject;
}

async function isBlocked(
  ask: ReadOperation,
  { id: issueId, blockedByIssueIds }: Pick<Issue, 'id' | 'blockedByIssueIds'>,
): Promise<boolean> {
  if (blockedByIssueIds.length === 0) return false;
  const { blockedBy } = await ask(issues, 'getIssueRelations', { issueId });
  return blockedBy.some(({ status }) => status !== 'done' && status !== 'cancelled');
}

/** The most specific subject given: a comment also names its issue. */
async function findSubject(
  ask: ReadOperation,
  { issueId, commentId, approvalId }: Record<string, unknown>,
): Promise<Found> {
  if (commentId !== undefined) {
    const comment = await ask(issues, 'findComment', { commentId });
    const issue = await ask(issues, 'getIssue', { issueId: comment.issueId });
    return {
      companyId: comment.companyId,
      key: { commentId: comment.id },
      subject: { kind: 'comment', comment, issue },
    };
  }
  if (approvalId !== undefined) {
    const approval = await ask(approvals, 'getApproval', { approvalId });
    return {
      companyId: approval.companyId,
      key: { approvalId: approval.id },
      subject: { kind: 'approval', approval },
    };
  }
  const issue = await ask(issues, 'getIssue', { issueId });
  return {
    companyId: issue.companyId,
    key: { issueId: issue.id },
    subject: { kind: 'issue', issue: { ...issue, isBlocked: await isBlocked(ask, issue) } },
  };
}
