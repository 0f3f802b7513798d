/** Sends every answer of the gateway, counts it and logs it. */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { outcomeClassOf, traceIdOf, type OutcomeClass } from '@muster/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayContext } from '../context.ts';
import { beginExchange, type Exchange } from '../exchange.ts';
import { endSpan } from '../exchange-span.ts';
import { httpMetrics } from '../http-metrics.ts';
import { companyOf } from './company-of.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
/** An answer is no document: it loads nothing, and no page shows it in a frame. */
const POLICY = "default-src 'none'; frame-ancestors 'none'";

export interface Answer {
  readonly status: number;
  readonly body: Buffer | string;
  readonly headers?: Readonly<Record<string, string | string[]>> | undefined;
  /** Where the status says something else about the availability. */
  readonly counts?: OutcomeClass;
}

export function sendAnswer(
  context: GatewayContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, body, headers, counts }: Answer,
): void {
  const exchange = setHead(context, request, reply, { status, headers });
  reply.send(body);
  endUnreadAnswer(reply.raw, context.times.answerMs);
  recordAnswer(context, exchange, request, status, counts);
}

/**
 * Ends the connection of a client that has not read its answer in time. What the system takes at
 * once costs nothing here; the rest of an answer waits in memory until the client reads it.
 */
function endUnreadAnswer(response: ServerResponse, maxMs: number): void {
  const { socket } = response.req;
  if (socket.destroyed || (socket.writableLength === 0 && response.writableLength === 0)) return;
  const late = setTimeout(() => socket.destroy(), maxMs).unref();
  response.once('close', () => clearTimeout(late));
}

/** Sends the head of a stream and starts writing its body; a failure later is only logged. */
export function sendStream(
  context: GatewayContext,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    status,
    headers,
    live,
  }: Omit<Answer, 'body'> & {
    readonly live: (raw: ServerResponse) => Promise<unknown>;
  },
): void {
  const exchange = setHead(context, request, reply, { status, headers });
  const named = reply.getHeaders() as OutgoingHttpHeaders;
  reply.hijack();
  reply.raw.writeHead(status, named);
  recordAnswer(context, exchange, request, status);
  const { requestId } = exchange;
  live(reply.raw).catch((error: unknown) => {
    context.log.error({ err: error, requestId }, 'stream failed');
    reply.raw.destroy();
  });
}

function setHead(
  context: GatewayContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers }: Pick<Answer, 'status' | 'headers'>,
): Exchange {
  const exchange = request.exchange ?? beginExchange(request, 'none');
  reply.code(status);
  reply.header('content-type', JSON_TYPE);
  reply.header('cache-control', 'no-store');
  reply.header('x-content-type-options', 'nosniff');
  reply.header('content-security-policy', POLICY);
  reply.header('x-request-id', exchange.requestId);
  if (context.isDraining()) reply.header('connection', 'close');
  if (headers) reply.headers(headers);
  return exchange;
}

function recordAnswer(
  context: GatewayContext,
  exchange: Exchange,
  request: FastifyRequest,
  status: number,
  counts: OutcomeClass = outcomeClassOf(status),
): void {
  const seconds = (performance.now() - exchange.startedAt) / 1_000;
  const { operation, requestId, ownId, actor, traceparent, span } = exchange;
  if (span) {
    endSpan(span, request, { status, actor, requestId: ownId });
    const labels = `operation="${operation}",status="${status}"`;
    context.exemplars.note(httpMetrics.httpDuration.name, labels, seconds, span.traceparent);
  }
  context.httpDuration.observe({ operation, status }, seconds);
  context.httpAnswers.inc({ kind: counts });
  const company = companyOf(actor, request.params, status);
  if (company !== undefined) context.companies?.count('requests', company);
  context.log.info(
    {
      method: request.method,
      operation,
      status,
      ms: Math.round(seconds * 1e5) / 100,
      requestId,
      ...(ownId === requestId ? {} : { ownId }),
      actor: actor?.id,
      company,
      trace: traceIdOf(traceparent),
    },
    'request',
  );
}
