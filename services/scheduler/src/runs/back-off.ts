/** Has an agent whose runs fail equally wait between tries, and says so; ends that by a success. */
import type { Run } from '@muster/contracts';
import { backOffAfter } from '../domain/retries/failing.ts';
import { forgetFailures, lockFailures, saveBackOff } from '../store/waits/failing.ts';
import { inEvents } from './in-events.ts';
import { queueRuns } from './queue-runs.ts';
import type { RunTransaction } from './run-transaction.ts';

/** The run has ended in this transaction and counts as a failure. */
export async function backOff(context: RunTransaction, run: Run): Promise<void> {
  const { db, emit } = context;
  const { companyId, agentId, id: runId, error } = run;
  const before = await lockFailures(db, companyId, agentId);
  if (!before) return;
  const { failures, code, waitSeconds } = backOffAfter(before, run.errorCode ?? run.status);
  const saved = await saveBackOff(db, { companyId, agentId, failures, code, error, waitSeconds });
  const payload = { agentId, runId, failures, errorCode: code, ...saved };
  emit('agent.backed_off', { companyId, entityId: agentId, payload });
}

/** Of these agents, or of the whole company: what they failed for may have changed. */
export async function endBackOff(
  context: RunTransaction,
  companyId: string,
  agentIds: readonly string[] | 'all',
): Promise<string[]> {
  const recovered = await forgetFailures(context.db, companyId, agentIds);
  for (const list of inEvents(recovered)) {
    const [entityId] = list;
    if (entityId === undefined) continue;
    context.emit('agent.recovered', { companyId, entityId, payload: { agentIds: list } });
  }
  return recovered;
}

/** The wake-ups that waited get their runs; those of very many agents by the sweep. */
export async function tryAgain(
  context: RunTransaction,
  companyId: string,
  agentIds: readonly string[] | 'all',
): Promise<void> {
  const recovered = await endBackOff(context, companyId, agentIds);
  const [first = []] = inEvents(recovered);
  await queueRuns(context, companyId, first);
}
