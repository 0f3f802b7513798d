/** Every operation of every contract that has a path becomes a route, in one loop. */
import {
  checkCaller, composed, contracts, methodOf, pathOf, type Actor, type Operation,
} from '@muster/contracts';
import { within } from '@muster/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodyChecks } from '../compose/body-checks.ts';
import { composedCalls, type ComposedCall } from '../compose/composed-calls.ts';
import { baseUrlOf } from './base-url.ts';
import type { Door } from './door.ts';
import { beginExchange } from './exchange.ts';
import { forward, goneSignal, planForward } from './forward.ts';
import { goOn } from './go-on.ts';
import { guardGuesses } from './guard-guesses.ts';
import { answerOutcome } from './outcome.ts';
import { planRoute, receive } from './received.ts';

const nobody: Actor = { type: 'public', id: 'public', name: 'public' };

type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export function addRoutes(app: FastifyInstance, door: Door): void {
  const checks = bodyChecks(door.runtime.rpc);
  for (const contract of contracts) {
    for (const [name, operation] of Object.entries(contract.operations)) {
      if (!operation.http) continue;
      const plan = planForward(contract.name, name, operation, checks[name]);
      addRoute(app, door, name, operation, (request, reply) =>
        forward(door, plan, request, reply));
    }
  }
  const calls = composedCalls(door.runtime, door);
  for (const [name, operation] of Object.entries(composed)) {
    const call = calls[name as keyof typeof composed];
    const handle = compose(door, name, operation, call);
    addRoute(app, door, name, operation, guardGuesses(door, operation, handle));
  }
}

function addRoute(
  app: FastifyInstance,
  door: Door,
  name: string,
  operation: Operation,
  handle: Handle,
): void {
  app.route({
    method: methodOf(operation) as string,
    url: pathOf(operation) as string,
    onRequest: operation.who.includes('public')
      ? (request, _, done) => {
        beginExchange(request, name).actor = nobody;
        done();
      }
      : (request, _, done) => admit(door, name, request, done),
    handler: async (request, reply) => {
      await within(request.exchange?.span, () => handle(request, reply));
      return reply;
    },
  });
}

/** Who calls is settled before a byte of the body is read. */
function admit(
  { authenticator }: Door,
  name: string,
  request: FastifyRequest,
  done: (error?: Error) => void,
): void {
  const exchange = beginExchange(request, name);
  goOn(
    () => within(exchange.span, () => authenticator.authenticate({
      method: request.method, headers: request.raw.headers, address: request.ip,
    })),
    ({ actor, credential }) => {
      exchange.actor = actor;
      exchange.credential = credential;
    },
    done,
  );
}

const compose = (door: Door, name: string, operation: Operation, call: ComposedCall): Handle => {
  const plan = planRoute(name, operation);
  return async (request, reply) => {
    const received = receive(plan, request, reply);
    const { exchange, input, idempotencyKey } = received;
    const actor = exchange.actor as Actor;
    checkCaller(operation, actor, input['companyId']);
    const outcome = await call(input, {
      actor,
      requestId: exchange.ownId,
      traceparent: exchange.traceparent,
      idempotencyKey,
      asked: {
        credential: exchange.credential,
        headers: request.raw.headers,
        address: request.ip,
        query: new URL(request.url, 'http://door').search,
        method: request.method,
        gone: () => goneSignal(reply),
      },
      baseUrl: () => baseUrlOf(door.publicUrl, request),
    });
    await answerOutcome(door, received, outcome);
  };
};
