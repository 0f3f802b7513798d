/** One request and its answer: the ids that go through the logs, and the one place that answers. */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Actor } from '@muster/contracts';
import {
  answerKindOf, childTraceparent, newId, traceIdOf, type Span,
} from '@muster/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Credential } from '../auth/caller.ts';
import type { Door } from './door.ts';
import { beginSpan, endSpan } from './exchange-span.ts';

/** What may be repeated in a header and a log line without harm. */
const SAFE_REQUEST_ID = /^[\w.:@/+=-]{1,128}$/;
const JSON_TYPE = 'application/json; charset=utf-8';
/** Most names that one `Ignored-Fields` lists. */
const IGNORED_MAX = 20;

export interface Exchange {
  /** The client's own id where it sent a good one; in the answer, its errors and the log. */
  readonly requestId: string;
  /** Made here: services keep answers under it, so no client may choose it. */
  readonly ownId: string;
  readonly traceparent: string;
  /** Where traces are recorded: what is done for the request is a part of it. */
  readonly span: Span | undefined;
  readonly operation: string;
  readonly startedAt: number;
  actor: Actor | undefined;
  /** How the actor came in. */
  credential: Credential | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    exchange: Exchange | undefined;
  }
}

export function beginExchange(request: FastifyRequest, operation: string): Exchange {
  const { headers } = request.raw;
  const ownId = newId();
  const given = headers['x-request-id'];
  const span = beginSpan(request, operation);
  const exchange: Exchange = {
    requestId: typeof given === 'string' && SAFE_REQUEST_ID.test(given) ? given : ownId,
    ownId,
    traceparent: span?.traceparent ??
      childTraceparent(headers['traceparent'] as string | undefined),
    span,
    operation,
    startedAt: performance.now(),
    actor: undefined,
    credential: undefined,
  };
  request.exchange = exchange;
  return exchange;
}

export interface Answer {
  readonly status: number;
  readonly body: Buffer | string;
  readonly headers?: Readonly<Record<string, string | string[]>> | undefined;
}

export function answer(
  door: Door,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, body, headers }: Answer,
): void {
  const exchange = begin(door, request, reply, { status, headers });
  reply.send(body);
  record(door, exchange, request, status);
}

/** The head of an answer; its body is written, and its failure logged, as long as it lasts. */
export function answerLive(
  door: Door,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, live }: Omit<Answer, 'body'> & {
    readonly live: (raw: ServerResponse) => Promise<unknown>;
  },
): void {
  const exchange = begin(door, request, reply, { status, headers });
  const named = reply.getHeaders() as OutgoingHttpHeaders;
  reply.hijack();
  reply.raw.writeHead(status, named);
  record(door, exchange, request, status);
  const { requestId } = exchange;
  live(reply.raw).catch((error: unknown) => {
    door.log.error({ err: error, requestId }, 'a stream failed');
    reply.raw.destroy();
  });
}

function begin(
  door: Door,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers }: Pick<Answer, 'status' | 'headers'>,
): Exchange {
  const exchange = request.exchange ?? beginExchange(request, 'none');
  reply.code(status);
  reply.header('content-type', JSON_TYPE);
  reply.header('cache-control', 'no-store');
  reply.header('x-content-type-options', 'nosniff');
  reply.header('x-request-id', exchange.requestId);
  if (door.draining()) reply.header('connection', 'close');
  if (headers) reply.headers(headers);
  return exchange;
}

function record(door: Door, exchange: Exchange, request: FastifyRequest, status: number): void {
  const seconds = (performance.now() - exchange.startedAt) / 1_000;
  const { operation, requestId, ownId, actor, traceparent, span } = exchange;
  if (span) endSpan(span, request, { status, actor, requestId: ownId });
  door.httpDuration.observe({ operation, status }, seconds);
  door.httpAnswers.inc({ kind: answerKindOf(status) });
  door.log.info({
    method: request.method,
    operation,
    status,
    ms: Math.round(seconds * 1e5) / 100,
    requestId,
    ...(ownId === requestId ? {} : { ownId }),
    actor: actor?.id,
    trace: traceIdOf(traceparent),
  }, 'request');
}

export const ignoredHeader = (names: readonly string[]): string =>
  names.slice(0, IGNORED_MAX).map((name) => encodeURIComponent(name).slice(0, 200)).join(', ');
