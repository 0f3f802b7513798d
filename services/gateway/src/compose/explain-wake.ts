/**
 * Why an agent was or was not woken. The thing that would have woken it is read first, as its
 * caller, so that what is foreign or absent is said to be so; then what the scheduler has kept.
 */
import { approvals, issues, scheduler } from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import { explain, type Subject } from '../domain/explain-wake.ts';
import { asker, type Ask } from './asker.ts';
import type { ComposedCall } from './composed-calls.ts';

export const explainWake = (rpc: Rpc): ComposedCall => async (input, onBehalf) => {
  const ask = asker(rpc, onBehalf);
  const { agentId, ...subject } = input;
  const found = await findSubject(ask, subject);
  const records = await ask(scheduler, 'listWakeRecords', {
    agentId, companyId: found.companyId, ...found.key,
  });
  return { body: JSON.stringify(explain(records, found.subject)) };
};

interface Found {
  readonly companyId: string;
  readonly key: { issueId?: string; commentId?: string; approvalId?: string };
  readonly subject: Subject;
}

/** The most particular one: a comment is also of an issue. */
async function findSubject(
  ask: Ask,
  { issueId, commentId, approvalId }: Record<string, unknown>,
): Promise<Found> {
  if (commentId !== undefined) {
    const comment = await ask(issues, 'findComment', { commentId });
    const issue = await ask(issues, 'getIssue', { issueId: comment.issueId });
    return {
      companyId: comment.companyId, key: { commentId: comment.id },
      subject: { kind: 'comment', comment, issue },
    };
  }
  if (approvalId !== undefined) {
    const approval = await ask(approvals, 'getApproval', { approvalId });
    return {
      companyId: approval.companyId, key: { approvalId: approval.id },
      subject: { kind: 'approval', approval },
    };
  }
  const issue = await ask(issues, 'getIssue', { issueId });
  return {
    companyId: issue.companyId, key: { issueId: issue.id }, subject: { kind: 'issue', issue },
  };
}
