/** Headers of requests and answers between services. */
import type { Msg, MsgHdrs } from '@nats-io/transport-node';

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
  /** On the answer to a write: the types in its contract's `settles` that it emitted. */
  emitted: 'Emitted',
  nextCursor: 'Next-Cursor',
  /** Items that a page leaves out unless they are asked for. */
  leftOut: 'Left-Out',
  replayed: 'Replayed',
  errorCode: 'Nats-Service-Error-Code',
  /** The refusal's code. */
  error: 'Nats-Service-Error',
} as const;

/** Malformed headers are none: the client parses them at each reading, and throws. */
export function headersOf(message: Pick<Msg, 'headers'>): MsgHdrs | undefined {
  try {
    return message.headers;
  } catch {
    return undefined;
  }
}
