/** The state of one HTTP request: its ids, its span, its caller. */
import type { Actor } from '@muster/contracts';
import { childTraceparent, newId, type Span } from '@muster/service-kit';
import type { FastifyRequest } from 'fastify';
import type { Credential } from '../upstream/credential.ts';
import { beginSpan } from './exchange-span.ts';

/** Request ids that are safe to repeat in a header and a log line. */
const SAFE_REQUEST_ID = /^[\w.:@/+=-]{1,128}$/;

export interface Exchange {
  /** The client's `X-Request-Id` if it is safe, else `ownId`; used in the answer and the log. */
  readonly requestId: string;
  /** Services store answers under this id, so it is made here and never chosen by a client. */
  readonly ownId: string;
  readonly traceparent: string;
  /** Parent of the spans recorded for this request; absent unless tracing is configured. */
  readonly span: Span | undefined;
  readonly operation: string;
  readonly startedAt: number;
  actor: Actor | undefined;
  credential: Credential | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    exchange: Exchange | undefined;
  }
}

/** For requests that need no credential: they share the places of their address. */
const publicActor: Actor = { type: 'public', id: 'public', name: 'public' };

export function beginPublicExchange(request: FastifyRequest, operation: string): Exchange {
  const exchange = beginExchange(request, operation);
  exchange.actor = publicActor;
  return exchange;
}

export function beginExchange(request: FastifyRequest, operation: string): Exchange {
  const { headers } = request.raw;
  const ownId = newId();
  const given = headers['x-request-id'];
  const span = beginSpan(request, operation);
  const exchange: Exchange = {
    requestId: typeof given === 'string' && SAFE_REQUEST_ID.test(given) ? given : ownId,
    ownId,
    traceparent:
      span?.traceparent ?? childTraceparent(headers['traceparent'] as string | undefined),
    span,
    operation,
    startedAt: performance.now(),
    actor: undefined,
    credential: undefined,
  };
  request.exchange = exchange;
  return exchange;
}
