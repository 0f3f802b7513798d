/** Holds the agents of a login while its model provider is overloaded or away, and says so. */
import type { Run } from '@muster/contracts';
import { isNewHold } from '../domain/quota/quota-group.ts';
import { outageWaitSeconds } from '../domain/quota/outage.ts';
import { PROVIDER_BUSY } from '../domain/retries/retry.ts';
import { endOutage, endProbe, lockOutage, saveOutage } from '../store/waits/outages.ts';
import { holdAgents, liftHolds } from '../store/waits/quotas.ts';
import { advanceOffersOfAgents } from '../store/runs/run-sweep.ts';
import { inEvents } from './in-events.ts';
import { queueRuns } from './queue-runs.ts';
import type { RunTransaction } from './run-transaction.ts';

/** The provider has not answered this run, which has ended in this transaction. */
export async function waitForProvider(context: RunTransaction, run: Run): Promise<void> {
  const { db, emit } = context;
  const outage = await lockOutage(db, run);
  // Of runs that fail together only the first one makes the wait longer.
  if (!outage) return;
  const tries = outage.isResting ? outage.tries : outage.tries + 1;
  const waitSeconds = outage.isResting ? 0 : outageWaitSeconds(tries);
  const hold = await saveOutage(db, run, { tries, waitSeconds });
  if (!hold) return;
  const held = await holdAgents(db, run, hold);
  if (!isNewHold(hold)) return;
  const { companyId, agentId, id: runId } = run;
  const { quotaGroup, until } = hold;
  for (const agentIds of inEvents(held)) {
    const payload = { quotaGroup, agentIds, until, agentId, runId, reason: 'provider_busy' };
    emit('quota.held', { companyId, entityId: agentId, payload });
  }
}

/** Its provider answers again: the others of the login go on. A failure says nothing about that. */
export async function endWaitForProvider(context: RunTransaction, run: Run): Promise<void> {
  const { db, emit } = context;
  const { companyId, agentId } = run;
  if (run.errorCode === PROVIDER_BUSY) return;
  if (run.status !== 'succeeded') return endProbe(db, agentId);
  const quotaGroup = await endOutage(db, run);
  if (quotaGroup === undefined) return;
  const lifted = await liftHolds(db, run, quotaGroup);
  for (const agentIds of inEvents(lifted)) {
    emit('quota.lifted', {
      companyId,
      entityId: agentId,
      payload: { quotaGroup, agentIds, agentId },
    });
  }
  await advanceOffersOfAgents(db, companyId, lifted);
  const [first = []] = inEvents(lifted.filter((each) => each !== agentId));
  await queueRuns(context, companyId, first);
}
