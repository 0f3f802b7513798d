/** Holds the agents that share a used-up quota, and says so. */
import type { HeldRun } from '../domain/held-run.ts';
import { isNewHold } from '../domain/quota/quota-group.ts';
import { holdAgents, saveNearlyUsed, saveQuotaHold } from '../store/waits/quotas.ts';
import { inEvents } from './in-events.ts';
import type { RunTransaction } from './run-transaction.ts';

/** No run of the quota group starts before then, or before a day is over. */
export async function holdQuota(
  context: RunTransaction,
  run: HeldRun,
  notBefore: string,
): Promise<void> {
  const { db, emit } = context;
  const hold = await saveQuotaHold(db, run, notBefore);
  if (!hold) return;
  const held = await holdAgents(db, run, hold);
  if (!isNewHold(hold)) return;
  const { companyId, agentId, id: runId } = run;
  const { quotaGroup, until } = hold;
  for (const agentIds of inEvents(held)) {
    const payload = { quotaGroup, agentIds, until, agentId, runId };
    emit('quota.held', { companyId, entityId: agentId, payload });
  }
}

export async function warnOfQuota({ db, emit }: RunTransaction, run: HeldRun): Promise<void> {
  const quotaGroup = await saveNearlyUsed(db, run);
  if (quotaGroup === undefined) return;
  const { companyId, agentId, id: runId } = run;
  const payload = { quotaGroup, agentId, runId };
  emit('quota.nearly_used', { companyId, entityId: agentId, payload });
}
