/** Adds a route for every operation of every contract that has a path. */
import { methodOf, pathOf, type Operation } from '@muster/contracts';
import { withSpan } from '@muster/service-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendOutcome } from './answer/send-outcome.ts';
import { sendProblem } from './answer/send-problem.ts';
import { guardBruteForce } from './brute-force-guard.ts';
import { callOf } from './call-of.ts';
import type { GatewayContext } from './context.ts';
import { beginExchange, beginPublicExchange } from './exchange.ts';
import { errorWithHints, withHints } from './hints/with-hints.ts';
import type { OperationRoute } from './operation-route.ts';
import { operationRoutes } from './operation-routes.ts';
import { bodyOptions } from './request/body-parsers.ts';
import { readRouteRequest, type RouteHandler } from './request/route-request.ts';
import { requireCredentialFor } from './require-credential.ts';
import type { RouteTables } from './route-tables.ts';
import { thenOrNow } from './then-or-now.ts';

export function addRoutes(
  app: FastifyInstance,
  context: GatewayContext,
  tables: RouteTables,
): void {
  const routes = operationRoutes(context, tables);
  for (const [name, route] of routes) {
    const { operation } = route.plan;
    addRoute(
      app,
      context,
      name,
      operation,
      guardBruteForce(context, operation, handlerOf(context, routes, route)),
    );
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
    ...bodyOptions(operation),
    onRequest: operation.who.includes('public')
      ? (request, _, done) => {
          beginPublicExchange(request, name);
          done();
        }
      : (request, _, done) => authenticateRequest(context, name, request, done),
    handler: async (request, reply) => {
      requireCredentialFor(operation, request.exchange);
      try {
        await withSpan(request.exchange?.span, () => handle(request, reply));
      } catch (error) {
        throw await errorWithHints(context, request, error);
      }
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
          resource: name === 'callMcp' ? 'mcp' : 'api',
        }),
      ),
    ({ actor, credential }) => {
      exchange.actor = actor;
      exchange.credential = credential;
    },
    done,
  );
}

const handlerOf =
  (
    context: GatewayContext,
    routes: ReadonlyMap<string, OperationRoute>,
    { plan, perform }: OperationRoute,
  ): RouteHandler =>
  async (request, reply) => {
    const read = readRouteRequest(plan, request, reply);
    const made = await perform(read.input, callOf(context, routes, read));
    if ('problem' in made) {
      const problem = await withHints(context, request, made.problem);
      return sendProblem(context, { ...made, problem }, request, reply);
    }
    await sendOutcome(context, { ...read, plan: made.plan }, made.outcome);
  };
