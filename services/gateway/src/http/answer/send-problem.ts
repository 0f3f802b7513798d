/** Turns every error into the problem body that clients know. */
import { Refusal, problemOf, type Problem } from '@muster/contracts';
import { refusalOfFailure, traceIdOf } from '@muster/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { resourceMetadataOf } from '../../identity/oauth/metadata.ts';
import type { GatewayContext } from '../context.ts';
import { beginExchange } from '../exchange.ts';
import { baseUrlOf } from '../request/base-url.ts';
import type { Refused } from '../operation-route.ts';
import { sendAnswer } from './send-answer.ts';

/** Default `Retry-After`: long enough for a service to restart or a bucket to refill. */
const RETRY_AFTER_SECONDS = 1;

const BODY_TOO_LARGE = 'FST_ERR_CTP_BODY_TOO_LARGE';
/** Of a body that is refused for its size, what is still read so that its sender gets the answer. */
const UNREAD_MAX_BYTES = 16_000_000;

const INTERNAL_ERROR = 500;
const internalError: Problem = {
  error: 'Internal error',
  code: 'internal_error',
  retryable: true,
};

/** Refusals for the errors that Fastify raises itself, by its error codes. */
const frameworkRefusals: Readonly<Record<string, () => Refusal>> = {
  [BODY_TOO_LARGE]: () => new Refusal('body_too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new Refusal('unsupported_media_type'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new Refusal('malformed_json'),
  FST_ERR_BAD_URL: () => new Refusal('route_not_found'),
  FST_ERR_MAX_PARAM_LENGTH: () => new Refusal('route_not_found'),
  // Raised for the method QUERY only, which no route has.
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: () => new Refusal('route_not_found'),
};

export function sendError(
  context: GatewayContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  readOnIfTooLarge(error, request, reply);
  const known = error === request.raw.errored ? cutOff : refusalIn(error);
  if (known) {
    const { status, isReplayed: replayed } = known;
    return sendProblem(context, { status, problem: problemOf(known), replayed }, request, reply);
  }
  const { requestId, traceparent } = request.exchange ?? beginExchange(request, 'none');
  context.log.error({ err: error, requestId, trace: traceIdOf(traceparent) }, 'request failed');
  const fault = { status: INTERNAL_ERROR, problem: internalError, replayed: false };
  return sendProblem(context, fault, request, reply);
}

/** The client disconnected before its request was complete: it gets no answer, and nothing failed. */
const cutOff = new Refusal('invalid_input', undefined, 'send the whole request');

/**
 * Fastify closes the connection below a sender that is still writing, which then reads no answer. Node
 * reads on and drops what comes, within the time of a request, if the connection is to stay.
 */
function readOnIfTooLarge(error: unknown, { headers }: FastifyRequest, reply: FastifyReply): void {
  if ((error as { code?: string }).code !== BODY_TOO_LARGE) return;
  if (Number(headers['content-length']) <= UNREAD_MAX_BYTES) reply.removeHeader('connection');
}

function refusalIn(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const ofDatabase = refusalOfFailure(error, { service: 'gateway' });
  if (ofDatabase) return ofDatabase;
  const { code } = error as { code?: string };
  return code === undefined ? undefined : frameworkRefusals[code]?.();
}

export function sendProblem(
  context: GatewayContext,
  refused: Refused,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { status, problem } = refused;
  const { requestId, traceparent, actor, operation } =
    request.exchange ?? beginExchange(request, 'none');
  if (status < INTERNAL_ERROR) context.noteRefusal({ actor, operation, code: problem.code });
  sendAnswer(context, request, reply, {
    status,
    body: JSON.stringify({ ...problem, requestId, traceId: traceIdOf(traceparent) }),
    headers: { ...headersOf(refused), ...challengeOf(context, refused, request) },
  });
}

/** Tells a program that speaks the protocol for models where it can sign in. */
function challengeOf(
  { signsProgramsIn, publicUrl }: GatewayContext,
  { status }: Refused,
  request: FastifyRequest,
): Record<string, string> {
  if (status !== 401 || !signsProgramsIn || request.exchange?.operation !== 'callMcp') return {};
  const document = resourceMetadataOf(baseUrlOf(publicUrl, request));
  const wrong = request.raw.headers.authorization === undefined ? '' : ', error="invalid_token"';
  return { 'www-authenticate': `Bearer resource_metadata="${document}"${wrong}` };
}

function headersOf({ status, problem, replayed }: Refused): Record<string, string> {
  const named: Record<string, string> = replayed ? { 'idempotent-replayed': 'true' } : {};
  if (status === 401) named['www-authenticate'] = 'Bearer';
  if (status === 429 || status === 503) {
    const { retryAfterSeconds = RETRY_AFTER_SECONDS } = (problem.details ?? {}) as {
      retryAfterSeconds?: number;
    };
    named['retry-after'] = String(retryAfterSeconds);
  }
  return named;
}
