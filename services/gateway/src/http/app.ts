/** The HTTP server: its limits, its one reader of bodies, its routes, its one way to fail. */
import type { Socket } from 'node:net';
import { problemOf, Refusal } from '@muster/contracts';
import { childTraceparent, newId, traceIdOf, within } from '@muster/service-kit';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { gatewayConfigOf } from '../config.ts';
import { limitCrowd } from './crowd.ts';
import { addDocsAssets } from './docs-assets.ts';
import type { Door } from './door.ts';
import { beginExchange } from './exchange.ts';
import { goOn } from './go-on.ts';
import { parseJsonBody } from './json-body.ts';
import { noteMethods } from './other-methods.ts';
import { answerError } from './problem.ts';
import { addRoutes } from './routes.ts';

const BODY_MAX_BYTES = 262_144;
/** Longest time for a request to arrive whole. */
const REQUEST_TIMEOUT_MS = 15_000;
/** Above the idle time of the proxies in front, so that they and not we end idle connections. */
const KEEP_ALIVE_MS = 72_000;
/** Longer than any id, so that an absurd one is as absent as an unknown one. */
const PARAM_MAX = 2_000;
/** The texts for agents lie beside the interface; who looks for them inside it finds them too. */
const API = '/api';

export function buildApp(door: Door): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // HEAD is GET without its body.
    exposeHeadRoutes: true,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: () => '',
    trustProxy: door.trustedProxies.length > 0 ? [...door.trustedProxies] : false,
    rewriteUrl: ({ url = '/' }) => (url.startsWith('/api/llms/') ? url.slice(API.length) : url),
    routerOptions: { maxParamLength: PARAM_MAX },
    frameworkErrors: (error, request, reply) => answerError(door, error, request, reply),
    clientErrorHandler: answerBrokenRequest,
  });
  app.decorate('tracer', door.runtime.tracer);
  app.decorateRequest('exchange', undefined);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => {
    try {
      done(null, parseJsonBody(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  app.setErrorHandler((error, request, reply) => answerError(door, error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    beginExchange(request, 'none');
    answerError(door, new Refusal('route_not_found'), request, reply);
  });
  limitCrowd(app, gatewayConfigOf(door.runtime).REQUESTS_UNDER_WAY_MAX);
  // Before a byte of the body is read, and after it is known who calls.
  app.addHook('preParsing', (request, reply, _, done) => {
    const refusal = limited(door, request, reply);
    if (refusal) done(refusal);
    else nameRun(door, request, done);
  });
  const addOtherMethods = noteMethods(app, door);
  addRoutes(app, door);
  addDocsAssets(app, door);
  addOtherMethods();
  return app;
}

/** Says how much the caller has left; the refusal where that is nothing. */
function limited(
  { rateLimit }: Door,
  { exchange }: FastifyRequest,
  reply: FastifyReply,
): Refusal | undefined {
  const judgement = exchange?.actor && rateLimit(exchange.actor);
  if (judgement) reply.headers(judgement.headers);
  return judgement?.refusal;
}

/** After the limit: what is not known of a run yet is asked for. */
function nameRun(
  { authenticator }: Door,
  { exchange, raw }: FastifyRequest,
  done: (error?: Error) => void,
): void {
  const runId = raw.headers['x-run-id'];
  const actor = exchange?.actor;
  if (!exchange || typeof runId !== 'string') return done();
  if (actor?.type !== 'agent' && actor?.type !== 'user') return done();
  goOn(() => within(exchange.span, () => authenticator.nameRun(actor, runId)), (named) => {
    exchange.actor = named;
  }, done);
}

const brokenStatus: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Bytes that are not HTTP: there is no request to answer, only a socket to say so on. */
function answerBrokenRequest(error: { code: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const problem = problemOf(new Refusal('invalid_input', undefined, 'this is not valid HTTP'));
  const requestId = newId();
  const traceId = traceIdOf(childTraceparent(undefined));
  const body = JSON.stringify({ ...problem, requestId, traceId });
  socket.end([
    `HTTP/1.1 ${brokenStatus[error.code] ?? '400 Bad Request'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
    '',
    body,
  ].join('\r\n'));
}
