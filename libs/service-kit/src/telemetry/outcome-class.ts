/**
 * Classes of answers for operators: success, refused because of the request, limited because the
 * caller sends too many, unavailable at the moment, or a fault of ours.
 */
export const outcomeClasses = ['ok', 'refused', 'limited', 'unavailable', 'fault'] as const;

export type OutcomeClass = (typeof outcomeClasses)[number];

/** By HTTP status, which refusals on NATS have as well. */
export function outcomeClassOf(status: number): OutcomeClass {
  if (status < 400) return 'ok';
  if (status === 429) return 'limited';
  if (status === 503 || status === 504) return 'unavailable';
  return status < 500 ? 'refused' : 'fault';
}
