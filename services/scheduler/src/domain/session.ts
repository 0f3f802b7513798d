/** A session that an agent names in its output: its next run on the issue resumes it. */

/** It becomes an argument of a command: it cannot be an option, and it is short. */
const SESSION_ID = /^[A-Za-z0-9][\w.:-]{0,199}$/;

/** `sessionId` or `session_id` of a reported object. */
export function sessionIn(object: Readonly<Record<string, unknown>>): string | undefined {
  const named = 'sessionId' in object ? object['sessionId'] : object['session_id'];
  return typeof named === 'string' && SESSION_ID.test(named) ? named : undefined;
}
