/** Everything that goes wrong becomes the one error body, here. */
import { Refusal, problemOf, type Problem } from '@muster/contracts';
import { isDatabaseAway, traceIdOf } from '@muster/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Door } from './door.ts';
import { answer, beginExchange } from './exchange.ts';

/** A pause that lets a restarted service come up or a bucket fill. */
const RETRY_AFTER_SECONDS = 1;

const internalError: Problem = {
  error: 'Internal error', code: 'internal_error', retryable: true,
};

/** Faults that the HTTP framework finds, by its codes. */
const frameworkRefusals: Readonly<Record<string, () => Refusal>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Refusal('body_too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new Refusal('unsupported_media_type'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new Refusal('malformed_json'),
  FST_ERR_BAD_URL: () => new Refusal('route_not_found'),
  FST_ERR_MAX_PARAM_LENGTH: () => new Refusal('route_not_found'),
  // Of the method QUERY only, which no route has.
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: () => new Refusal('route_not_found'),
};

export function answerError(
  door: Door,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const known = refusalIn(error);
  if (known) return answerProblem(door, known.status, problemOf(known), request, reply);
  const { requestId, traceparent } = request.exchange ?? beginExchange(request, 'none');
  door.log.error({ err: error, requestId, trace: traceIdOf(traceparent) }, 'a request failed');
  return answerProblem(door, 500, internalError, request, reply);
}

function refusalIn(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (isDatabaseAway(error)) return new Refusal('unavailable', { service: 'gateway' });
  const { code } = error as { code?: string };
  return code === undefined ? undefined : frameworkRefusals[code]?.();
}

export function answerProblem(
  door: Door,
  status: number,
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { requestId, traceparent } = request.exchange ?? beginExchange(request, 'none');
  answer(door, request, reply, {
    status,
    body: JSON.stringify({ ...problem, requestId, traceId: traceIdOf(traceparent) }),
    headers: headersOf(status, problem),
  });
}

function headersOf(status: number, { details }: Problem): Record<string, string> {
  if (status === 401) return { 'www-authenticate': 'Bearer' };
  if (status !== 429 && status !== 503) return {};
  const { retryAfterSeconds = RETRY_AFTER_SECONDS } = (details ?? {}) as {
    retryAfterSeconds?: number;
  };
  return { 'retry-after': String(retryAfterSeconds) };
}
