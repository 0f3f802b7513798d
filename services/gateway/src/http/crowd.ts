/**
 * How many requests one gateway works on at a time. More would only wait for each other until none
 * is answered in time, so they are told to come back before anything is done for them: refusing
 * must cost next to nothing for those who were let in to be served as well as ever.
 */
import { composed, pathOf, Refusal, type Operation } from '@muster/contracts';
import type { FastifyInstance } from 'fastify';

/**
 * Streams and held questions last as long as somebody listens, do nothing meanwhile and are counted
 * by themselves.
 */
const held: ReadonlySet<string | undefined> = new Set(
  Object.values<Operation>(composed)
    .filter(({ refusals }) => refusals.includes('too_many_streams')).map(pathOf),
);

/** The same for everybody: to make an error costs more than to say it. */
const overloaded = new Refusal('overloaded', { service: 'gateway' });

export function limitCrowd(app: FastifyInstance, max: number): void {
  let underWay = 0;
  app.addHook('onRequest', (request, { raw }, done) => {
    if (held.has(request.routeOptions.url)) return done();
    if (underWay >= max) return done(overloaded);
    underWay += 1;
    raw.once('close', () => (underWay -= 1));
    done();
  });
}
