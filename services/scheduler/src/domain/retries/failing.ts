/**
 * An agent whose runs fail for the same reason, one after the other, is tried again after growing waits,
 * whatever wakes it; then it is held until something has changed. A run that is paid for cannot be
 * repeated for ever in this way. Its wake-ups wait meanwhile.
 */
import type { RunStatus } from '@muster/contracts';
import { BUDGET, QUOTA } from '../run-endings.ts';
import { PROVIDER_BUSY, SESSION_UNKNOWN } from './retry.ts';

/** After the first, second, third and fourth equal failure; after the fifth it is held. */
export const FAILURE_WAITS_SECONDS = [30, 120, 600, 3_600] as const;

export interface Failures {
  /** One after the other, for the same reason. */
  readonly failures: number;
  readonly code: string | null;
}

export interface BackOff {
  readonly failures: number;
  readonly code: string;
  /** Null: it is held until a success, a resumption or a new configuration. */
  readonly waitSeconds: number | null;
}

export function backOffAfter(before: Failures, code: string): BackOff {
  const failures = before.code === code ? before.failures + 1 : 1;
  return { failures, code, waitSeconds: FAILURE_WAITS_SECONDS[failures - 1] ?? null };
}

/** Of these a change lets a failing agent be tried again; a new name, title or manager does not. */
const TRIED_AGAIN_BY = ['adapterType', 'adapterConfig', 'runtimeConfig'];

/** Of the event of a changed agent; others have no keys. */
export const isOtherConfiguration = (payload: object): boolean => {
  const changed = 'changedKeys' in payload ? payload.changedKeys : [];
  return Array.isArray(changed) && changed.some((key) => TRIED_AGAIN_BY.includes(String(key)));
};

/**
 * Not the agent's: its budget or its provider said so, a retry with a new session follows, or there was
 * nothing to do.
 */
const OF_OTHERS: ReadonlySet<string | null> = new Set([
  BUDGET,
  QUOTA,
  PROVIDER_BUSY,
  SESSION_UNKNOWN,
  'agent_not_found',
  'nothing_to_tell',
]);

/** Whether the run that has ended counts as a failure of its agent. */
export const isFailure = ({
  status,
  errorCode,
}: {
  readonly status: RunStatus;
  readonly errorCode: string | null;
}): boolean => (status === 'failed' || status === 'timed_out') && !OF_OTHERS.has(errorCode);
