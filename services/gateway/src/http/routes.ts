/** Adds a route for every operation of every contract that has a path. */
import {
  requireCaller,
  composed,
  contracts,
  methodOf,
  pathOf,
  Refusal,
  type Actor,
  type Operation,
} from '@muster/contracts';
import { withSpan } from '@muster/service-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ComposedCall } from '../upstream/composed-call.ts';
import { baseUrlOf } from './request/base-url.ts';
import { guardBruteForce } from './brute-force-guard.ts';
import type { GatewayContext } from './context.ts';
import { beginExchange } from './exchange.ts';
import { disconnectSignal, forward, planForward } from './forward.ts';
import { planRoute, readRouteRequest, type RouteHandler } from './request/route-request.ts';
import type { RouteTables } from './route-tables.ts';
import { sendOutcome } from './answer/send-outcome.ts';
import { thenOrNow } from './then-or-now.ts';

const publicActor: Actor = { type: 'public', id: 'public', name: 'public' };

export function addRoutes(
  app: FastifyInstance,
  context: GatewayContext,
  { calls, checks, diversions }: RouteTables,
): void {
  for (const contract of contracts) {
    for (const [name, operation] of Object.entries(contract.operations)) {
      if (!operation.http) continue;
      const plan = planForward(contract.name, name, operation, {
        check: checks[name],
        diversion: diversions[name],
      });
      addRoute(app, context, name, operation, (request, reply) =>
        forward(context, plan, request, reply),
      );
    }
  }
  for (const [name, operation] of Object.entries(composed)) {
    const handle = composedHandler(context, name, operation, calls[name as keyof typeof composed]);
    addRoute(app, context, name, operation, guardBruteForce(context, operation, handle));
  }
}

function addRoute(
  app: FastifyInstance,
  context: GatewayContext,
  name: string,
  operation: Operation,
  handle: RouteHandler,
): void {
  app.route({
    method: methodOf(operation) as string,
    url: pathOf(operation) as string,
    onRequest: operation.who.includes('public')
      ? (request, _, done) => {
          beginExchange(request, name).actor = publicActor;
          done();
        }
      : (request, _, done) => authenticateRequest(context, name, request, done),
    handler: async (request, reply) => {
      requireKey(operation, request);
      await withSpan(request.exchange?.span, () => handle(request, reply));
      return reply;
    },
  });
}

/** Runs before a byte of the body is read. */
function authenticateRequest(
  { authenticator }: GatewayContext,
  name: string,
  request: FastifyRequest,
  done: (error?: Error) => void,
): void {
  const exchange = beginExchange(request, name);
  thenOrNow(
    () =>
      withSpan(exchange.span, () =>
        authenticator.authenticate({
          method: request.method,
          headers: request.raw.headers,
          address: request.ip,
        }),
      ),
    ({ actor, credential }) => {
      exchange.actor = actor;
      exchange.credential = credential;
    },
    done,
  );
}

/** A run ends, and with it what its token may do; a key is given for longer. */
function requireKey({ outlivesRun }: Operation, { exchange }: FastifyRequest): void {
  if (outlivesRun && exchange?.credential?.kind === 'run_token') {
    throw new Refusal('run_token_refused');
  }
}

const composedHandler = (
  context: GatewayContext,
  name: string,
  operation: Operation,
  call: ComposedCall,
): RouteHandler => {
  const plan = planRoute(name, operation);
  return async (request, reply) => {
    const routed = readRouteRequest(plan, request, reply);
    const { exchange, input, idempotencyKey } = routed;
    const actor = exchange.actor as Actor;
    requireCaller(operation, actor, input['companyId']);
    const outcome = await call(input, {
      actor,
      requestId: exchange.ownId,
      traceparent: exchange.traceparent,
      idempotencyKey,
      client: {
        credential: exchange.credential,
        headers: request.raw.headers,
        address: request.ip,
        query: new URL(request.url, 'http://localhost').search,
        method: request.method,
        disconnected: () => disconnectSignal(reply),
      },
      baseUrl: () => baseUrlOf(context.publicUrl, request),
    });
    await sendOutcome(context, routed, outcome);
  };
};
