/**
 * A run of an agent that fetches its work. It is offered once its budget is reserved, for as long
 * as that lasts; then leave is asked again. Whoever waits for it hears of the event.
 */
import type { RunContext } from './say-run.ts';
import { offerRun as saveOffer, type Offer } from '../store/runs-elsewhere.ts';

/** How long a run waits to be fetched before leave is asked for it again. */
export const OFFER_SECONDS = 600;

export async function offerRun(
  { db, say }: RunContext,
  runId: string,
  terms: Omit<Offer, 'offerSeconds'>,
): Promise<void> {
  const run = await saveOffer(db, runId, { offerSeconds: OFFER_SECONDS, ...terms });
  if (!run) return;
  const { companyId, agentId, issueId } = run;
  say('run.offered', { companyId, entityId: runId, payload: { runId, agentId, issueId } });
}
