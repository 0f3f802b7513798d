/**
 * What an operator wants to know of an answer: was it given, refused for the caller's reasons, put
 * off because the caller asks too often, put off because we cannot, or is it our fault.
 */
export const answerKinds = ['ok', 'refused', 'limited', 'unavailable', 'fault'] as const;

export type AnswerKind = (typeof answerKinds)[number];

/** Of a status of HTTP, which refusals have on NATS as well. */
export function answerKindOf(status: number): AnswerKind {
  if (status < 400) return 'ok';
  if (status === 429) return 'limited';
  if (status === 503 || status === 504) return 'unavailable';
  return status < 500 ? 'refused' : 'fault';
}
