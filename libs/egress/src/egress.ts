/** The HTTP client for addresses that a tenant has chosen. It follows no redirects. */
import { Agent, errors, request } from 'undici';
import type { AllowList } from './allow-list.ts';
import { EgressError } from './egress-error.ts';
import { guardedLookup, resolveBySystem, type Resolve } from './guarded-lookup.ts';
import { targetOf } from './target.ts';

/** Longest time of a whole request, from the DNS lookup to the last byte of the answer. */
const REQUEST_MS = 10_000;
const ANSWER_MAX_BYTES = 1_048_576;
/** Tenants' hosts are many and rarely called, so idle connections are closed soon. */
const KEEP_ALIVE_MS = 4_000;
const CONNECTIONS_PER_HOST = 8;

export interface OutboundCall {
  readonly method?: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Cancels the request. */
  readonly signal?: AbortSignal;
  /** A shorter timeout than the default. */
  readonly timeoutMs?: number;
}

/** The host's answer: for logs only, never shown to a tenant. */
export interface Answer {
  /** As received: a redirect is an answer like any other. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface Egress {
  /** Rejects only with an EgressError. */
  send(call: OutboundCall): Promise<Answer>;
  close(): Promise<void>;
}

export interface EgressOptions {
  readonly allow: AllowList;
  readonly resolve?: Resolve;
  /** Null if the caller limits the requests in progress itself. */
  readonly connectionsPerHost?: number | null;
}

export function openEgress({
  allow,
  resolve = resolveBySystem,
  connectionsPerHost = CONNECTIONS_PER_HOST,
}: EgressOptions): Egress {
  const agent = new Agent({
    connect: { lookup: guardedLookup(allow, resolve), timeout: REQUEST_MS },
    connections: connectionsPerHost,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxResponseSize: ANSWER_MAX_BYTES,
    headersTimeout: REQUEST_MS,
    bodyTimeout: REQUEST_MS,
  });
  return {
    async send(call) {
      const url = targetOf(allow, call.url);
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

function egressErrorOf(error: unknown, timeout: AbortSignal, given?: AbortSignal): EgressError {
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
