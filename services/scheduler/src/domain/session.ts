/** A session that an agent names in its output: its next run on the issue resumes it. */
import type { RunStatus } from '@muster/contracts';

/** What stopped a coding agent, whose session is as it was. */
const KEEPING: ReadonlySet<string | null> = new Set([
  'provider_quota',
  'provider_busy',
  'auth_required',
  'model_unknown',
  'max_turns',
  'adapter_config',
  'home_not_writable',
  'program_missing',
]);

/** Whether the session that a run has resumed is of no use to the next one. */
export const spoilsSession = (ending: {
  readonly status: RunStatus;
  readonly errorCode?: string | null;
}): boolean => ending.status === 'failed' && !KEEPING.has(ending.errorCode ?? null);

/** It becomes an argument of a command: it cannot be an option, and it is short. */
const SESSION_ID = /^[A-Za-z0-9][\w.:-]{0,199}$/;

/** `sessionId` or `session_id` of a reported object. */
export function sessionIn(object: Readonly<Record<string, unknown>>): string | undefined {
  const named = 'sessionId' in object ? object['sessionId'] : object['session_id'];
  return typeof named === 'string' && SESSION_ID.test(named) ? named : undefined;
}
