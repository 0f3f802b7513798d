/**
 * Limits the HTTP requests in progress. A burst waits a moment for places. Beyond that requests would
 * only wait for each other until none is answered in time, so they are refused before any work is
 * done for them; refusing must cost next to nothing.
 *
 * A place is held for work alone: while the caller is authenticated, and from the arrival of the
 * whole body until the answer is known. It is not held while a body arrives, while a client reads,
 * or while effects of a write are awaited.
 */
import type { IncomingMessage } from 'node:http';
import { composed, contracts, pathOf, Refusal, type Operation } from '@muster/contracts';
import { networkOf } from '@muster/egress';
import {
  openWaitedPlaces,
  shareOf,
  type PlaceHolder,
  type WaitedPlaces,
} from '@muster/service-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** For whom the request holds a place; absent while it holds none. */
    place: PlaceHolder | undefined;
  }
}

/** Streams and long polls are idle most of the time and have a limit of their own. */
const longLived: ReadonlySet<string | undefined> = new Set(
  Object.values<Operation>(composed)
    .filter(({ refusals }) => refusals.includes('too_many_streams'))
    .map(pathOf),
);

/**
 * The service of each route, as the resource whose share it takes: one that answers slowly leaves half
 * of the places to the others. What the gateway answers, or composes, waits for no single service.
 */
const serviceOf: ReadonlyMap<string | undefined, string> = new Map(
  contracts
    .filter(({ name }) => name !== 'gateway')
    .flatMap(({ name, operations }) =>
      Object.values(operations).map(({ http }) => [http as string | undefined, name] as const),
    ),
);

/** One shared instance: creating an error is the expensive part of a refusal. */
const overloaded = new Refusal('overloaded', { service: 'gateway' });
/** While the caller is not known yet. */
const anyCaller: PlaceHolder = {};

export interface InFlightLimit {
  /** Adds the first hook, before authentication. */
  addBefore(app: FastifyInstance): void;
  /** Adds the hooks that run when the caller is known. */
  addAfter(app: FastifyInstance): void;
  /** Returns the place of a request whose answer is known. */
  release(request: FastifyRequest): void;
  /**
   * Takes a place for an operation that is performed for a request; refuses it where there is none.
   * @returns what gives the place back
   */
  hold(request: FastifyRequest, operation: Operation): Promise<() => void>;
}

export function openInFlightLimit(max: number): InFlightLimit {
  const places = openWaitedPlaces(max);
  const release = (request: FastifyRequest): void => {
    if (!request.place) return;
    places.release(request.place);
    request.place = undefined;
  };
  return {
    release,
    async hold(request, { http }) {
      const holder = { company: shareOfCaller(request), resource: serviceOf.get(http) };
      if (!places.take(holder) && !(await places.wait(holder))) throw overloaded;
      return () => places.release(holder);
    },
    addBefore(app) {
      app.decorateRequest('place', undefined);
      app.addHook('onRequest', (request, _, done) => {
        if (longLived.has(request.routeOptions.url)) return done();
        enter(places, request, anyCaller, done);
      });
      app.addHook('onSend', (request, _, payload, done) => {
        release(request);
        done(null, payload);
      });
    },
    addAfter(app) {
      app.addHook('preParsing', (request, _, __, done) => {
        if (hasBody(request.raw)) release(request);
        done();
      });
      app.addHook('preValidation', (request, _, done) => {
        if (longLived.has(request.routeOptions.url)) return done();
        release(request);
        const { method, url } = request.routeOptions;
        const resource = serviceOf.get(`${String(method)} ${url}`);
        enter(places, request, { company: shareOfCaller(request), resource }, done);
      });
    },
  };
}

/** Whether the head of a request announces a body. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Without a promise where a place is free: it is the way of every request. */
function enter(
  places: WaitedPlaces,
  request: FastifyRequest,
  holder: PlaceHolder,
  done: (refusal?: Refusal) => void,
): void {
  const entered = (hasPlace: boolean): void => {
    if (!hasPlace) return done(overloaded);
    request.place = holder;
    done();
  };
  if (places.take(holder)) entered(true);
  else void places.wait(holder).then(entered);
}

/** Callers without a credential share the places of their address. */
function shareOfCaller({ exchange, ip }: FastifyRequest): string | undefined {
  const actor = exchange?.actor;
  return actor && (actor.type === 'public' ? networkOf(ip) : shareOf(actor));
}
