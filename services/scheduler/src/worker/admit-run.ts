/**
 * Run admission: before a run starts it needs its agent's configuration (agents) and a slice of its
 * budget (billing). Both are requested while the run is queued, outside any transaction: a service
 * that is unavailable delays the run, and what was reserved for it is its own at the next attempt. A
 * run without an answer of billing does not start.
 */
import { agents, billing, Refusal, type Output } from '@muster/contracts';
import { metricsOf } from '@muster/service-kit';
import { OFFER_SECONDS, RESERVATION_MARGIN_SECONDS } from '../domain/slice.ts';
import { schedulerMetrics } from '../metrics.ts';
import { holdForFolder } from '../runs/hold-for-folder.ts';
import type { QueuedRun } from '../store/runs/run-lifecycle.ts';
import { isHeldByNewGroup } from './join-quota-group.ts';
import type { AgentSkills } from './run-skills.ts';
import type { RunTerms, WorkerParts } from './worker-parts.ts';

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

type AdmissionParts = Pick<
  WorkerParts,
  'runtime' | 'chooseAdapter' | 'findSkills' | 'runners' | 'lastTerms'
>;

export type Admission =
  | Granted
  /** The quota of its agent is used up, or the board has not allowed its folder yet. */
  | { readonly answer: 'held' }
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
  parts: AdmissionParts,
  run: QueuedRun,
  traceparent: string | null,
): Promise<Admission> {
  const { agentId, companyId } = run;
  const { clientFor } = parts.runtime;
  const reserve = (ttlSeconds: number): Promise<Reserved> =>
    clientFor(billing).reserveRun(
      { companyId, agentId, runId: run.id, ttlSeconds },
      { traceparent },
    );
  const early = reserveEarly(parts, agentId, reserve);
  try {
    const config = await clientFor(agents).getRunConfig({ agentId }, { traceparent });
    if (config.companyId !== companyId) throw new Refusal('agent_not_found');
    if (await isHeldByNewGroup(parts, run, config)) return { answer: 'held' };
    const terms = termsOf(parts, config);
    const { runner, ttlSeconds } = terms;
    if (isOutOfReach(parts, terms)) {
      return { answer: 'later', cause: new Error(`runner ${runner} is not connected`) };
    }
    parts.lastTerms.set(agentId, terms);
    const skills = await parts.findSkills(config, traceparent);
    const isLongEnough = early !== undefined && early.ttlSeconds >= ttlSeconds;
    const reserved = await (isLongEnough ? early.reserved : reserve(ttlSeconds));
    const { granted, cents: sliceCents } = reserved;
    if (granted) return { answer: 'granted', config, skills, sliceCents, ttlSeconds, runner };
    return { answer: 'refused', error: `No budget is left (${reserved.reason ?? 'refused'})` };
  } catch (cause) {
    if (cause instanceof Refusal && cause.code === 'folder_not_allowed') {
      await holdForFolder(parts.runtime, run, cause);
      return { answer: 'held' };
    }
    if (cause instanceof Refusal && isFinal(cause)) {
      return { answer: 'never', errorCode: cause.code, error: messageOf(cause) };
    }
    return { answer: 'later', cause };
  }
}

type Reserved = Output<typeof billing, 'reserveRun'>;

/**
 * While the configuration is read, for as long as the run before needed it: mostly that is the same.
 * Where the run does not start, its end gives back what is reserved, or the reservation expires.
 */
function reserveEarly(
  parts: AdmissionParts,
  agentId: string,
  reserve: (ttlSeconds: number) => Promise<Reserved>,
): { readonly ttlSeconds: number; readonly reserved: Promise<Reserved> } | undefined {
  const last = parts.lastTerms.get(agentId);
  if (!last || isOutOfReach(parts, last)) return undefined;
  const reserved = reserve(last.ttlSeconds);
  // The configuration may be refused first; then no one waits for this answer.
  reserved.catch(() => undefined);
  return { ttlSeconds: last.ttlSeconds, reserved };
}

function termsOf({ chooseAdapter, runners }: AdmissionParts, config: RunConfig): RunTerms {
  const adapter = chooseAdapter(config);
  const { execution } = adapter;
  const wish = { companyId: config.companyId, label: config.runtimeConfig.runner };
  const runner = execution === 'local' ? runners.choose(wish) : undefined;
  const { timeoutSec, graceSec } = adapter.limits(config.adapterConfig);
  // Nothing is reserved for longer than the run is offered, until its agent takes it.
  const seconds = execution === 'remote' ? OFFER_SECONDS : Math.ceil(timeoutSec + graceSec);
  return { runner, ttlSeconds: seconds + RESERVATION_MARGIN_SECONDS };
}

/** Its agents have their homes on that runner: no other one takes its place. */
const isOutOfReach = ({ runners }: AdmissionParts, { runner }: RunTerms): boolean =>
  runner !== undefined && !runners.connection(runner);

/** Waiting would not help: something does not exist, or the configuration may not be started. */
const isFinal = ({ code }: Refusal): boolean =>
  code === 'agent_not_found' || code === 'secret_not_found' || code === 'variable_not_allowed';

/** Names the variables, so that the record of the run says what to remove. */
function messageOf({ message, details }: Refusal): string {
  const { names } = (details ?? {}) as { readonly names?: unknown };
  return Array.isArray(names) ? `${message}: ${names.join(', ')}` : message;
}
