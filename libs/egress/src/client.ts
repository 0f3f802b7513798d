/** The HTTP client itself. Only this file loads its library, for the first request. */
import { Agent, errors, request } from 'undici';
import { CONNECT_MS, connectorOf } from './connector.ts';
import { EgressError } from './egress-error.ts';
import type { Answer, EgressOptions, OutboundCall } from './outbound-call.ts';

/** Longest time of a whole request, from the DNS lookup to the last byte of the answer. */
const REQUEST_MS = CONNECT_MS;
const ANSWER_MAX_BYTES = 1_048_576;
/** Tenants' hosts are many and rarely called, so idle connections are closed soon. */
const KEEP_ALIVE_MS = 4_000;
const CONNECTIONS_PER_HOST = 8;

export interface Client {
  /** Rejects only with an EgressError. */
  send(url: URL, call: OutboundCall): Promise<Answer>;
  close(): Promise<void>;
}

export function openClient(options: EgressOptions): Client {
  const { connectionsPerHost = CONNECTIONS_PER_HOST } = options;
  const agent = new Agent({
    connect: connectorOf(options),
    connections: connectionsPerHost,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxResponseSize: ANSWER_MAX_BYTES,
    headersTimeout: REQUEST_MS,
    bodyTimeout: REQUEST_MS,
  });
  return {
    async send(url, call) {
      const timeout = AbortSignal.timeout(Math.min(call.timeoutMs ?? REQUEST_MS, REQUEST_MS));
      try {
        const { statusCode, headers, body } = await request(url, {
          method: call.method ?? 'POST',
          headers: { ...call.headers },
          body: call.body ?? null,
          dispatcher: agent,
          signal: call.signal ? AbortSignal.any([call.signal, timeout]) : timeout,
        });
        return { status: statusCode, headers, body: await body.text() };
      } catch (error) {
        throw egressErrorOf(error, timeout, call.signal);
      }
    },
    close: () => agent.destroy(),
  };
}

export function egressErrorOf(
  error: unknown,
  timeout: AbortSignal,
  given?: AbortSignal,
): EgressError {
  const refused = egressErrorIn(error);
  if (refused) return refused;
  if (given?.aborted) return new EgressError('egress_stopped', error);
  if (timeout.aborted || isTimeout(error)) return new EgressError('egress_timeout', error);
  if (error instanceof errors.ResponseExceededMaxSizeError) {
    return new EgressError('egress_answer_too_large', error);
  }
  return new EgressError('egress_failed', error);
}

const isTimeout = (error: unknown): boolean =>
  error instanceof errors.ConnectTimeoutError ||
  error instanceof errors.HeadersTimeoutError ||
  error instanceof errors.BodyTimeoutError;

/** An error of our lookup comes back as the cause of the connection's error. */
function egressErrorIn(error: unknown): EgressError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof EgressError) return cause;
  }
  return undefined;
}
