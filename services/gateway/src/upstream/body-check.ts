import type { CallContext } from './composed-call.ts';

/**
 * Refuses a request whose body names something that the caller cannot see. A malformed body passes:
 * the operation's own schema refuses it.
 */
export type BodyCheck = (
  input: Record<string, unknown>,
  call: Pick<CallContext, 'actor' | 'requestId' | 'traceparent'>,
) => Promise<void>;
