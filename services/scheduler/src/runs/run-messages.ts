/** What becomes of messages to runs. */
import type { Run } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { skipReason } from '../domain/wakes/wake-admission.ts';
import { findAgent } from '../store/roster.ts';
import { enqueueWakes } from '../wakes/enqueue-wakes.ts';
import type { RunTransaction } from './run-transaction.ts';

export function emitDelivered(
  { emit }: Pick<RunTransaction, 'emit'>,
  { id: runId, agentId, companyId }: Pick<Run, 'id' | 'agentId' | 'companyId'>,
  messageIds: readonly string[],
): void {
  if (messageIds.length === 0) return;
  const payload = { runId, agentId, messageIds: [...messageIds] };
  emit('run.message_delivered', { companyId, entityId: runId, payload });
}

/**
 * Wakes the agent of a run that has ended without what was sent to it, for a run that gets it. Once: a program
 * that never asks would be started again and again.
 */
export async function wakeForLeftMessages(
  context: RunTransaction,
  { id, companyId, agentId, issueId }: Run,
): Promise<void> {
  const wake = { agentId, source: 'on_demand', reason: 'message_left', issueId } as const;
  if (skipReason(await findAgent(context.db, [companyId], agentId, companyId), wake)) return;
  await enqueueWakes(context, { companyId, eventId: null, runId: id, traceparent: null }, [
    {
      ...wake,
      id: newId(),
      cause: `messages:${id}`,
      commentId: null,
      approvalId: null,
      approvalStatus: null,
      linkedIssueIds: [],
    },
  ]);
}
