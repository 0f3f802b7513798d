/** Every operation of every contract that has a path becomes a route, in one loop. */
import {
  composed, contracts, methodOf, pathOf, type Actor, type Operation,
} from '@muster/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { composedReads, type ComposedRead } from '../compose/composed-reads.ts';
import type { Door } from './door.ts';
import { answer, beginExchange, ignoredHeader } from './exchange.ts';
import { forward, nameNextPage, planForward } from './forward.ts';
import { planInput, readInput } from './input.ts';

const nobody: Actor = { type: 'public', id: 'public', name: 'public' };

type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export function addRoutes(app: FastifyInstance, door: Door): void {
  for (const contract of contracts) {
    for (const [name, operation] of Object.entries(contract.operations)) {
      if (!operation.http) continue;
      const plan = planForward(contract.name, name, operation);
      addRoute(app, door, name, operation, (request, reply) =>
        forward(door, plan, request, reply));
    }
  }
  const reads = composedReads(door.runtime);
  for (const [name, operation] of Object.entries(composed)) {
    const read = reads[name as keyof typeof composed];
    addRoute(app, door, name, operation, compose(door, name, operation, read));
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
      await handle(request, reply);
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
  const { headers, socket } = request.raw;
  try {
    const actor = authenticator.authenticate({
      authorization: headers.authorization,
      runId: headers['x-run-id'] as string | undefined,
      address: socket.remoteAddress ?? '',
    });
    if (!(actor instanceof Promise)) {
      exchange.actor = actor;
      return done();
    }
    actor.then(
      (found) => {
        exchange.actor = found;
        done();
      },
      (error: Error) => done(error),
    );
  } catch (error) {
    done(error as Error);
  }
}

const compose = (door: Door, name: string, operation: Operation, read: ComposedRead): Handle => {
  const plan = planInput(operation);
  return async (request, reply) => {
    const exchange = request.exchange ?? beginExchange(request, name);
    const { input, ignored } = readInput(plan, {
      params: request.params,
      query: request.query,
      body: undefined,
      ifMatch: undefined,
      prefer: request.raw.headers['prefer'] as string | undefined,
    });
    const { body, nextCursor } = await read(input, {
      actor: exchange.actor as Actor,
      requestId: exchange.ownId,
      traceparent: exchange.traceparent,
    });
    const named: Record<string, string> = {};
    if (ignored.length > 0) named['ignored-fields'] = ignoredHeader(ignored);
    nameNextPage(request.url, nextCursor, named);
    answer(door, request, reply, { status: 200, body, headers: named });
  };
};
