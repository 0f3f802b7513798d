/**
 * Run admission: before a run starts it needs its agent's configuration (agents) and a slice of its
 * budget (billing). Both are requested while the run is queued, outside any transaction: a service
 * that is unavailable delays the run and changes nothing. A run without an answer of billing does
 * not start.
 */
import { agents, billing, Refusal, type Output } from '@muster/contracts';
import { metricsOf } from '@muster/service-kit';
import { OFFER_SECONDS, RESERVATION_MARGIN_SECONDS } from '../domain/slice.ts';
import { schedulerMetrics } from '../metrics.ts';
import type { QueuedRun } from '../store/run-lifecycle.ts';
import type { AgentSkills } from './run-skills.ts';
import type { WorkerParts } from './worker-parts.ts';

export type RunConfig = Output<typeof agents, 'getRunConfig'>;

export interface Granted {
  readonly answer: 'granted';
  readonly config: RunConfig;
  /** Nothing where it has none. */
  readonly skills: AgentSkills | undefined;
  /** What the run can spend before it needs a further reservation; 0 is no limit. */
  readonly sliceCents: number;
  /** Duration of the reservation. */
  readonly ttlSeconds: number;
  /** Name of the runner that starts a local agent; nothing where none serves it. */
  readonly runner: string | undefined;
}

type AdmissionParts = Pick<WorkerParts, 'runtime' | 'chooseAdapter' | 'findSkills' | 'runners'>;

export type Admission =
  | Granted
  | { readonly answer: 'refused'; readonly error: string }
  | { readonly answer: 'never'; readonly errorCode: string; readonly error: string }
  | { readonly answer: 'later'; readonly cause: unknown };

export async function admitRun(
  parts: AdmissionParts,
  run: QueuedRun,
  traceparent: string | null,
): Promise<Admission> {
  const admission = await requestAdmission(parts, run, traceparent);
  metricsOf(parts.runtime.metrics, schedulerMetrics).admissions.inc({ answer: admission.answer });
  return admission;
}

async function requestAdmission(
  { runtime: { clientFor }, chooseAdapter, findSkills, runners }: AdmissionParts,
  run: QueuedRun,
  traceparent: string | null,
): Promise<Admission> {
  const { agentId, companyId } = run;
  try {
    const config = await clientFor(agents).getRunConfig({ agentId }, { traceparent });
    if (config.companyId !== companyId) throw new Refusal('agent_not_found');
    const adapter = chooseAdapter(config);
    const wish = { companyId, label: config.runtimeConfig.runner };
    const runner = adapter.execution === 'local' ? runners.choose(wish) : undefined;
    // Its agents have their homes there: no other one takes its place.
    if (runner !== undefined && !runners.connection(runner)) {
      return { answer: 'later', cause: new Error(`runner ${runner} is not connected`) };
    }
    const skills = await findSkills(config, traceparent);
    const { timeoutSec, graceSec } = adapter.limits(config.adapterConfig);
    const offerSeconds = adapter.execution === 'remote' ? OFFER_SECONDS : 0;
    const ttlSeconds = Math.ceil(timeoutSec + graceSec) + offerSeconds + RESERVATION_MARGIN_SECONDS;
    const reserved = await clientFor(billing).reserveRun(
      { companyId, agentId, runId: run.id, ttlSeconds },
      { traceparent },
    );
    const { granted, cents: sliceCents } = reserved;
    if (granted) return { answer: 'granted', config, skills, sliceCents, ttlSeconds, runner };
    return { answer: 'refused', error: `No budget is left (${reserved.reason ?? 'refused'})` };
  } catch (cause) {
    if (cause instanceof Refusal && isFinal(cause)) {
      return { answer: 'never', errorCode: cause.code, error: messageOf(cause) };
    }
    return { answer: 'later', cause };
  }
}

/** Waiting would not help: something does not exist, or the configuration may not be started. */
const isFinal = ({ code }: Refusal): boolean =>
  code === 'agent_not_found' || code === 'secret_not_found' || code === 'variable_not_allowed';

/** Names the variables, so that the record of the run says what to remove. */
function messageOf({ message, details }: Refusal): string {
  const { names } = (details ?? {}) as { readonly names?: unknown };
  return Array.isArray(names) ? `${message}: ${names.join(', ')}` : message;
}
