/** Asks billing whether a run that has used up its slice can continue, or for how long it is reserved. */
import { billing, type Run } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';

/** Resolves to whether it was granted. No answer of billing is a refusal. */
export async function renewReservation(
  runtime: Runtime,
  { companyId, agentId, id: runId }: Run,
  ttlSeconds: number,
): Promise<boolean> {
  const answer = await runtime
    .clientFor(billing)
    .reserveRun({ companyId, agentId, runId, ttlSeconds })
    .catch(() => undefined);
  if (answer?.granted === true) return true;
  runtime.log.warn({ runId }, 'run stopped beyond its slice of the budget');
  return false;
}

/**
 * A run that was taken keeps what was reserved for its offer. Without an answer the reservation ends
 * with the offer, and the run asks again when it has used up its slice.
 */
export async function extendReservation(
  runtime: Runtime,
  { companyId, agentId, id: runId }: Run,
  ttlSeconds: number,
): Promise<void> {
  await runtime
    .clientFor(billing)
    .reserveRun({ companyId, agentId, runId, ttlSeconds })
    .catch((error: unknown) =>
      runtime.log.warn({ err: error, runId }, 'extending the reservation of a run failed'),
    );
}
