/** Names of the headers between services. */
export const header = {
  actor: 'Actor',
  requestId: 'Request-Id',
  /** Epoch milliseconds after which nobody waits for the answer any more. */
  deadline: 'Deadline',
  traceparent: 'traceparent',
  runId: 'Run-Id',
  idempotencyKey: 'Idempotency-Key',
  /** 2 and above: the caller did not see the answer to an earlier attempt. */
  attempt: 'Attempt',
  /** On the answer to a write: `<companyId>:<seq>`. */
  position: 'Position',
  nextCursor: 'Next-Cursor',
  replayed: 'Replayed',
  errorCode: 'Nats-Service-Error-Code',
  /** The refusal's code. */
  error: 'Nats-Service-Error',
} as const;
