/**
 * The id that a client has chosen for its request, as events keep it. It is theirs: two clients may
 * choose the same, so it identifies no request here, and it may hold what belongs into no log.
 */
import { CLIENT_REQUEST_ID_MAX, maskTokens } from '@muster/contracts';

/** Ids that are safe to repeat in a header, a log line and an event. */
const SAFE = /^[\w.:@/+=-]+$/;

/** Cut, with tokens masked; undefined for what has other characters. */
export function clientRequestIdOf(given: unknown): string | undefined {
  if (typeof given !== 'string' || !SAFE.test(given)) return undefined;
  return maskTokens(given).slice(0, CLIENT_REQUEST_ID_MAX);
}
