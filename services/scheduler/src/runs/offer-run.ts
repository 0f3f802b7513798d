/**
 * Offers a queued run to its remote agent, once its budget is reserved and for as long as the
 * reservation lasts; then the run has to be admitted again. The agent has asked lately, and learns of
 * the offer by the event.
 */
import { OFFER_SECONDS } from '../domain/slice.ts';
import { saveOffer, type OfferTerms } from '../store/remote-runs.ts';
import type { RunTransaction } from './run-transaction.ts';
import { isSuperseded, type RunToStart } from './superseded-runs.ts';

export async function offerRun(
  context: RunTransaction,
  queued: RunToStart,
  terms: Omit<OfferTerms, 'offerSeconds'>,
): Promise<void> {
  if (await isSuperseded(context, queued)) return;
  const { db, emit } = context;
  const { id: runId } = queued;
  const run = await saveOffer(db, runId, { offerSeconds: OFFER_SECONDS, ...terms });
  if (!run) return;
  const { companyId, agentId, issueId } = run;
  emit('run.offered', { companyId, entityId: runId, payload: { runId, agentId, issueId } });
}
