/**
 * Hints from a commit to the parts of this process that can act on it at once. Everything that is
 * hinted here is also found by a sweep, so a lost hint costs time and nothing else.
 */
import { EventEmitter } from 'node:events';
import { Id, type Run, type RunSource, type RunStatus } from '@muster/contracts';
import { z } from 'zod';
import type { SkipReason } from './domain/reception.ts';

/** What a job says. The queue is a door like any other, so it is checked on the way out. */
export const RunJob = z.object({ runId: Id, traceparent: z.string().max(100).nullable() });
export type RunJob = z.output<typeof RunJob>;

interface Hints {
  /** A run waits to be started. */
  queued: [job: RunJob];
  /** A run was ended by somebody else than its holder. */
  stopped: [runId: string, errorCode: string];
  /** A run elsewhere has used up its slice; the reservation that it asks for holds for so long. */
  sliceUsedUp: [run: Run, ttlSeconds: number];
  /** Something that is counted was committed. */
  counted: [what: Counted];
}

export type Counted =
  | { readonly kind: 'wakes'; readonly outcome: WakeOutcome; readonly sources: RunSource[] }
  | { readonly kind: 'skip'; readonly reason: SkipReason }
  | { readonly kind: 'run'; readonly status: RunStatus }
  | { readonly kind: 'lease' }
  | { readonly kind: 'loop' };
export type WakeOutcome = 'taken' | 'delivered' | 'skipped';

export const hints = new EventEmitter<Hints>();
/** Each service of this process listens, and tests run several. */
hints.setMaxListeners(0);
