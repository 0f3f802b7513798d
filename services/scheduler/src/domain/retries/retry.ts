/**
 * When a run is retried at once: it was lost, or its session was. Both have a limit, after which its
 * agent is tried again as one that fails (`failing.ts`).
 */
import { refusedStartCodes } from '@muster/contracts';

/** Lost runs of one agent in the window; more than these are not retried at once. */
export const RETRIES_MAX = 3;
export const RETRY_WINDOW_SECONDS = 600;

/** The next run begins a new session: if that one is unknown too, the program forgets its sessions. */
const FRESH_SESSIONS_MAX = 1;
export const SESSION_UNKNOWN = 'session_unknown';

/** `lostInWindow` includes the run that was lost just now. */
export const isRetryable = (lostInWindow: number, errorCode: string | null): boolean =>
  lostInWindow <= (errorCode === SESSION_UNKNOWN ? FRESH_SESSIONS_MAX : RETRIES_MAX);

/** The model provider is overloaded or away. */
export const PROVIDER_BUSY = 'provider_busy';

/** Refused before the agent could begin, beside the starts that its configuration does not allow. */
const refused: ReadonlySet<string | null> = new Set<string>([
  'agent_refused',
  'auth_required',
  'model_unknown',
  ...refusedStartCodes,
]);

/** Whether the agent has not begun with its run: it was not reached, or could not work. */
export const isUndelivered = (errorCode: string | null): boolean =>
  refused.has(errorCode) || errorCode?.startsWith('egress_') === true;
