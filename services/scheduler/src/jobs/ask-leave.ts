/**
 * What a run needs of other services before it starts: its agent's configuration and a slice of
 * its budget. Asked while the run is still queued, outside any transaction, so that a neighbour
 * that is away delays a run and changes nothing. No answer about money is a no.
 */
import { agents, billing, Refusal, type Output } from '@muster/contracts';
import { metricsOf, type Runtime } from '@muster/service-kit';
import type { ChooseAdapter } from '../adapters/choose.ts';
import { schedulerMetrics } from '../metrics.ts';
import type { Waiting } from '../store/run-lifecycle.ts';
import { OFFER_SECONDS } from './offer-run.ts';

/** A reservation outlives its run by this much: the end must be booked against it. */
export const RESERVATION_MARGIN_SECONDS = 120;

export type RunConfig = Output<typeof agents, 'getRunConfig'>;

export interface Granted {
  readonly answer: 'granted';
  readonly config: RunConfig;
  /** What the run may spend before it has to ask again; 0 where nothing is limited. */
  readonly sliceCents: number;
  /** How long the reservation holds. */
  readonly ttlSeconds: number;
}

export type Leave =
  | Granted
  | { readonly answer: 'refused'; readonly error: string }
  | { readonly answer: 'never'; readonly errorCode: string; readonly error: string }
  | { readonly answer: 'later'; readonly cause: unknown };

export async function askLeave(
  runtime: Runtime,
  choose: ChooseAdapter,
  run: Waiting,
  traceparent: string | null,
): Promise<Leave> {
  const leave = await ask(runtime, choose, run, traceparent);
  metricsOf(runtime.metrics, schedulerMetrics).leaves.inc({ answer: leave.answer });
  return leave;
}

async function ask(
  { clientFor }: Runtime,
  choose: ChooseAdapter,
  run: Waiting,
  traceparent: string | null,
): Promise<Leave> {
  const { agentId, companyId } = run;
  try {
    const config = await clientFor(agents).getRunConfig({ agentId }, { traceparent });
    if (config.companyId !== companyId) throw new Refusal('agent_not_found');
    const adapter = choose(config.adapterType);
    const { timeoutSec, graceSec } = adapter.limits(config.adapterConfig);
    const waits = adapter.place === 'fetched' ? OFFER_SECONDS : 0;
    const ttlSeconds = Math.ceil(timeoutSec + graceSec) + waits + RESERVATION_MARGIN_SECONDS;
    const reserved = await clientFor(billing).reserveRun(
      { companyId, agentId, runId: run.id, ttlSeconds }, { traceparent },
    );
    const { granted, cents: sliceCents } = reserved;
    if (granted) return { answer: 'granted', config, sliceCents, ttlSeconds };
    return { answer: 'refused', error: `No budget is left (${reserved.reason ?? 'refused'})` };
  } catch (cause) {
    if (cause instanceof Refusal && isFinal(cause)) {
      return { answer: 'never', errorCode: cause.code, error: cause.message };
    }
    return { answer: 'later', cause };
  }
}

/** Waiting changes nothing: the agent is gone, or a secret that its configuration refers to is. */
const isFinal = ({ code }: Refusal): boolean =>
  code === 'agent_not_found' || code === 'secret_not_found';
