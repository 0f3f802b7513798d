/** Cancels the override requests that were opened for an agent; requests of callers stay. */
import type { approvals } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import { approvalMoves } from '../domain/approval-machine.ts';
import { approvalEvent } from '../events.ts';
import { lockOpenAbout, saveApproval } from '../store/approvals.ts';

export async function withdrawOverrides(
  { db, emit }: Pick<Context<typeof approvals>, 'db' | 'emit'>,
  companyId: string,
  agentId: string,
): Promise<void> {
  const { cancel } = approvalMoves;
  for (const approval of await lockOpenAbout(db, companyId, { budgetOf: agentId })) {
    if (approval.causedBy === null) continue;
    const { decisionNote } = approval;
    const cancelled = await saveApproval(db, approval, { status: cancel.to, decisionNote });
    emit(cancel.emits, approvalEvent(cancelled));
  }
}
