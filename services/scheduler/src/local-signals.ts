/**
 * Signals from a commit to the parts of the same running service that can act on it at once. A
 * sweep finds everything that is signalled here as well, so a lost signal costs time and nothing
 * else.
 */
import { EventEmitter } from 'node:events';
import type {
  Actor,
  AgentCheck,
  CheckReport,
  PriceStatus,
  RunSource,
  RunStatus,
} from '@muster/contracts';
import type { HeldRun } from './domain/held-run.ts';
import type { SkipReason } from './domain/wakes/wake-admission.ts';
import type { RunJob } from './run-job.ts';

interface Signals {
  /** A run was queued. */
  queued: [job: RunJob];
  /** A remote agent asks for its run, which was queued while it was away. */
  wanted: [job: RunJob];
  /** A run was ended by another party than its holder. */
  stopped: [runId: string, errorCode: string];
  /** Something was said to a run, whose program may be here. */
  messaged: [runId: string];
  /** A remote run has used up its slice and needs a reservation of this duration. */
  sliceUsedUp: [run: HeldRun, ttlSeconds: number];
  /** A remote agent has taken its run, which needs its reservation for this duration. */
  taken: [run: HeldRun, ttlSeconds: number];
  /** An occurrence that a metric counts was committed. */
  counted: [occurrence: Counted];
}

export type Counted =
  | { readonly kind: 'wakes'; readonly outcome: WakeOutcome; readonly sources: RunSource[] }
  | { readonly kind: 'skip'; readonly reason: SkipReason }
  | {
      readonly kind: 'run';
      readonly status: RunStatus;
      /** Absent where it has reported no usage. */
      readonly priceStatus?: PriceStatus | undefined;
    }
  | { readonly kind: 'lease' }
  | { readonly kind: 'loop' };
export type WakeOutcome = 'taken' | 'delivered' | 'skipped';

export type LocalSignals = EventEmitter<Signals>;

/** What operations, reactions and background work of one running scheduler share in memory. */
export interface SchedulerParts {
  readonly signals: LocalSignals;
  /** Requests are answered before the background work that inspects agents has started. */
  readonly inspector: PromiseWithResolvers<InspectAgent>;
}

export interface AgentToInspect {
  readonly companyId: string;
  readonly agentId: string;
  /** Repeats of one request get one answer. */
  readonly requestId: string;
  /** Who asked, for the entry in the activity. */
  readonly actor: Actor;
  /** What is known without a look. */
  readonly known: readonly AgentCheck[];
}

/** What is known and what was found. Throws `check_in_progress`. */
export type InspectAgent = (agent: AgentToInspect) => Promise<CheckReport['checks']>;

export const openParts = (): SchedulerParts => ({
  signals: new EventEmitter<Signals>(),
  inspector: Promise.withResolvers<InspectAgent>(),
});
