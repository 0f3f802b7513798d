/**
 * Limits the HTTP requests in progress. Beyond the limit requests would only wait for each other
 * until none is answered in time, so they are refused before any work is done for them; refusing
 * must cost next to nothing.
 *
 * A place is held for work alone: while the caller is authenticated, and from the arrival of the
 * whole body until the answer is known. It is not held while a body arrives, while a client reads,
 * or while effects of a write are awaited.
 */
import { composed, pathOf, Refusal, type Operation } from '@muster/contracts';
import { networkOf } from '@muster/egress';
import { openPlaces, shareOf, type PlaceHolder, type Places } from '@muster/service-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hasBody } from './connections/has-body.ts';

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
  hold(request: FastifyRequest): () => void;
}

export function openInFlightLimit(max: number): InFlightLimit {
  const places = openPlaces(max);
  const release = (request: FastifyRequest): void => {
    if (!request.place) return;
    places.release(request.place);
    request.place = undefined;
  };
  return {
    release,
    hold(request) {
      const holder = { company: shareOfCaller(request) };
      if (!places.take(holder)) throw overloaded;
      return () => places.release(holder);
    },
    addBefore(app) {
      app.decorateRequest('place', undefined);
      app.addHook('onRequest', (request, _, done) => {
        if (longLived.has(request.routeOptions.url)) return done();
        done(take(places, request, anyCaller));
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
        done(take(places, request, { company: shareOfCaller(request) }));
      });
    },
  };
}

function take(places: Places, request: FastifyRequest, holder: PlaceHolder): Refusal | undefined {
  if (!places.take(holder)) return overloaded;
  request.place = holder;
  return undefined;
}

/** Callers without a credential share the places of their address. */
function shareOfCaller({ exchange, ip }: FastifyRequest): string | undefined {
  const actor = exchange?.actor;
  return actor && (actor.type === 'public' ? networkOf(ip) : shareOf(actor));
}
