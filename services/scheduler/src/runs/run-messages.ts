/** What becomes of messages to runs. */
import type { Run } from '@muster/contracts';
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
