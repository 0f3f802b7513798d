/** The HTTP server: limits, the JSON body parser, routes and the error handler. */
import { Refusal } from '@muster/contracts';
import { withSpan } from '@muster/service-kit';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { addBoardAssets, openBoardPages } from './board-pages.ts';
import { answerMalformedHttp, refuseMalformedRequests } from './connections/malformed-http.ts';
import type { GatewayContext } from './context.ts';
import { beginExchange } from './exchange.ts';
import { addBodyParsers } from './request/body-parsers.ts';
import { collectMethods } from './method-not-allowed.ts';
import { addProtocolRoutes } from './protocol-routes.ts';
import type { RouteTables } from './route-tables.ts';
import { addRoutes } from './routes.ts';
import { sendError } from './answer/send-problem.ts';
import { addStaticAssets } from './static-assets.ts';
import { thenOrNow } from './then-or-now.ts';

const BODY_MAX_BYTES = 262_144;
/** How often connections are looked through for requests that arrive too slowly. */
const SLOW_REQUESTS_CHECKED_MS = 1_000;
/** Above the length of any id, so that an overlong one is not found like an unknown one. */
const PARAM_MAX = 2_000;
/** Texts for agents have paths outside `/api`; requests for them below `/api` are rewritten. */
const API = '/api';

export function buildApp(context: GatewayContext, tables: RouteTables): FastifyInstance {
  const { inFlight } = context;
  const app = openApp(context);
  const servePage = openBoardPages(context, tables.board);
  app.decorate('tracer', context.tracer);
  app.decorateRequest('exchange', undefined);
  app.removeAllContentTypeParsers();
  addBodyParsers(app);
  refuseMalformedRequests(app);
  app.setErrorHandler((error, request, reply) => sendError(context, error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    if (servePage(request, reply)) return;
    beginExchange(request, 'none');
    sendError(context, new Refusal('route_not_found'), request, reply);
  });
  inFlight.addBefore(app);
  if (tables.board) {
    // The one path that is a page for a browser, and an operation for every other client.
    app.addHook('onRequest', (request, reply, done) => {
      if (!isStart(request.url) || !servePage(request, reply)) done();
    });
  }
  // Runs after authentication and before a byte of the body is read.
  app.addHook('preParsing', (request, reply, _, done) => {
    const refusal = applyRateLimit(context, request, reply);
    if (refusal) done(refusal);
    else resolveNamedRun(context, request, done);
  });
  inFlight.addAfter(app);
  const refuseOtherMethods = collectMethods(app, context);
  addRoutes(app, context, tables);
  addProtocolRoutes(app, context, tables.protocols);
  addStaticAssets(app, context, tables.assets);
  if (tables.board) addBoardAssets(app, context, tables.board);
  refuseOtherMethods();
  return app;
}

const isStart = (url: string): boolean => url === '/' || url.startsWith('/?');

function openApp(context: GatewayContext): FastifyInstance {
  const { times } = context;
  return fastify({
    logger: false,
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: times.requestMs,
    keepAliveTimeout: times.idleMs,
    http: {
      requestTimeout: times.requestMs,
      headersTimeout: Math.min(times.headMs, times.requestMs),
      connectionsCheckingInterval: SLOW_REQUESTS_CHECKED_MS,
      // Node's own refusal has no body; this server refuses it itself.
      requireHostHeader: false,
    },
    // HEAD answers like GET, without the body.
    exposeHeadRoutes: true,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: () => '',
    trustProxy: context.trustedProxies.length > 0 ? [...context.trustedProxies] : false,
    rewriteUrl: ({ url = '/' }) => (/^\/api\/llms[./]/.test(url) ? url.slice(API.length) : url),
    // A slash at the end would be an empty parameter, which names nothing.
    routerOptions: { maxParamLength: PARAM_MAX, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => sendError(context, error, request, reply),
    clientErrorHandler: answerMalformedHttp,
  });
}

/** Adds the rate-limit headers; returns a refusal if the caller is over the limit. */
function applyRateLimit(
  { rateLimit }: GatewayContext,
  { exchange }: FastifyRequest,
  reply: FastifyReply,
): Refusal | undefined {
  const decision = exchange?.actor && rateLimit(exchange.actor);
  if (decision) reply.headers(decision.headers);
  return decision?.refusal;
}

/** Runs after the rate limit, because a run that is not known here is read from the scheduler. */
function resolveNamedRun(
  { authenticator }: GatewayContext,
  { exchange, raw }: FastifyRequest,
  done: (error?: Error) => void,
): void {
  const runId = raw.headers['x-run-id'];
  const actor = exchange?.actor;
  if (!exchange || typeof runId !== 'string') return done();
  if (actor?.type !== 'agent' && actor?.type !== 'user') return done();
  thenOrNow(
    () => withSpan(exchange.span, () => authenticator.resolveNamedRun(actor, runId)),
    (named) => {
      exchange.actor = named;
    },
    done,
  );
}
