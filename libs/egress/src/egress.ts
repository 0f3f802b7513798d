/** The one client for addresses that a tenant has chosen. It follows nothing. */
import { Agent, errors, request } from 'undici';
import type { AllowList } from './allow-list.ts';
import { EgressError } from './egress-error.ts';
import { guardedLookup, resolveBySystem, type Resolve } from './guarded-lookup.ts';
import { targetOf } from './target.ts';

/** Longest time for a whole request, from the lookup to the last byte of the answer. */
const REQUEST_MS = 10_000;
const ANSWER_MAX_BYTES = 1_048_576;
/** Hosts of tenants are many and called rarely: nobody's connection is kept for long. */
const KEEP_ALIVE_MS = 4_000;
const CONNECTIONS_PER_HOST = 8;

export interface OutboundCall {
  readonly method?: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Gives the request up. */
  readonly signal?: AbortSignal;
  /** Less than what is waited and read otherwise. */
  readonly timeoutMs?: number;
}

/** What a tenant's host says is for the log of who called it, and never shown to a tenant. */
export interface Answer {
  /** As it came: a redirection is an answer like any other. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface Egress {
  /** Rejects with an EgressError and nothing else. */
  send(call: OutboundCall): Promise<Answer>;
  close(): Promise<void>;
}

export interface EgressOptions {
  readonly allow: AllowList;
  readonly resolve?: Resolve;
  /** None where whoever calls bounds how much is under way. */
  readonly connectionsPerHost?: number | null;
}

export function openEgress({
  allow, resolve = resolveBySystem, connectionsPerHost = CONNECTIONS_PER_HOST,
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
      const patience = AbortSignal.timeout(Math.min(call.timeoutMs ?? REQUEST_MS, REQUEST_MS));
      try {
        const { statusCode, headers, body } = await request(url, {
          method: call.method ?? 'POST',
          headers: { ...call.headers },
          body: call.body ?? null,
          dispatcher: agent,
          signal: call.signal ? AbortSignal.any([call.signal, patience]) : patience,
        });
        return { status: statusCode, headers, body: await body.text() };
      } catch (error) {
        throw faultOf(error, patience, call.signal);
      }
    },
    close: () => agent.destroy(),
  };
}

function faultOf(error: unknown, patience: AbortSignal, given?: AbortSignal): EgressError {
  const known = knownIn(error);
  if (known) return known;
  if (given?.aborted) return new EgressError('egress_stopped', error);
  if (patience.aborted || isTimeout(error)) return new EgressError('egress_timeout', error);
  if (error instanceof errors.ResponseExceededMaxSizeError) {
    return new EgressError('egress_answer_too_large', error);
  }
  return new EgressError('egress_failed', error);
}

const isTimeout = (error: unknown): boolean =>
  error instanceof errors.ConnectTimeoutError ||
  error instanceof errors.HeadersTimeoutError ||
  error instanceof errors.BodyTimeoutError;

/** What our lookup refused comes back inside what the connection made of it. */
function knownIn(error: unknown): EgressError | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof EgressError) return at;
  }
  return undefined;
}
