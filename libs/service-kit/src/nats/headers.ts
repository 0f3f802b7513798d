/** Headers of requests and answers between services. */
export const header = {
  actor: 'Actor',
  requestId: 'Request-Id',
  /** Chosen by the client; absent if it chose none. */
  clientRequestId: 'Client-Request-Id',
  /** Epoch milliseconds until which the caller waits for the answer. */
  deadline: 'Deadline',
  traceparent: 'traceparent',
  runId: 'Run-Id',
  idempotencyKey: 'Idempotency-Key',
  /** 2 and above: the caller got no answer to an earlier attempt. */
  attempt: 'Attempt',
  /** On the answer to a write: `<companyId>:<seq>`. */
  position: 'Position',
  /** On the answer to a write: the types in its contract's `settlesAfter` that it emitted. */
  emitted: 'Emitted',
  nextCursor: 'Next-Cursor',
  replayed: 'Replayed',
  errorCode: 'Nats-Service-Error-Code',
  /** The refusal's code. */
  error: 'Nats-Service-Error',
} as const;
