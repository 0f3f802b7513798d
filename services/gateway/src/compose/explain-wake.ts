/**
 * Why an agent was or was not woken. The thing that would have woken it is read first, as its
 * caller, so that what is foreign or absent is said to be so; then what the scheduler has kept.
 */
import {
  approvals, issues, scheduler, type Contract, type OperationName, type Output,
} from '@muster/contracts';
import { callOperation, type Rpc } from '@muster/service-kit';
import { explain, type Subject } from '../domain/explain-wake.ts';
import type { ComposedCall, OnBehalf } from './composed-calls.ts';

type Ask = <C extends Contract, N extends OperationName<C>>(
  contract: C, name: N, input: object,
) => Promise<Output<C, N>>;

export const explainWake = (rpc: Rpc): ComposedCall => async (input, onBehalf) => {
  const ask = asker(rpc, onBehalf);
  const { agentId, ...subject } = input;
  const found = await findSubject(ask, subject);
  const records = await ask(scheduler, 'listWakeRecords', {
    agentId, companyId: found.companyId, ...found.key,
  });
  return { body: JSON.stringify(explain(records, found.subject)) };
};

const asker = (rpc: Rpc, { actor, requestId, traceparent }: OnBehalf): Ask =>
  async <C extends Contract, N extends OperationName<C>>(
    { name: service, operations }: C,
    name: N,
    input: object,
  ) => {
    const spec = operations[name] as C['operations'][N];
    const answered = await callOperation(
      rpc, service, name, spec, input, { actor, requestId, traceparent },
    );
    return answered as Output<C, N>;
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
