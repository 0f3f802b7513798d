/**
 * Limits the requests whose body has not arrived, by the address of the client behind trusted
 * proxies. They hold no place in the in-flight limit, only memory.
 */
import { Refusal } from '@muster/contracts';
import { networkOf } from '@muster/egress';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endConnection } from './end-connection.ts';
import { hasBody } from './has-body.ts';
import { openWaitingLimit } from './waiting-limit.ts';

/** Bodies of all addresses, as a multiple of those of one: with 256 KiB each they fit the memory. */
const TOTAL_TIMES = 2;

const tooMany = new Refusal('rate_limited', { scope: 'bodies', retryAfterSeconds: 1 });
const tooSlow = new Refusal('invalid_input', undefined, 'send the whole body at once');

export function limitArrivingBodies(app: FastifyInstance, perAddress: number): void {
  const bodies = openWaitingLimit<FastifyRequest>({
    perAddress,
    total: perAddress * TOTAL_TIMES,
    drop: ({ raw }) => endConnection(raw.socket, '408 Request Timeout', tooSlow),
  });
  app.addHook('preParsing', (request, _, __, done) => {
    const hasRoom = !hasBody(request.raw) || bodies.begin(networkOf(request.ip), request);
    done(hasRoom ? undefined : tooMany);
  });
  app.addHook('preValidation', (request, _, done) => {
    bodies.end(request);
    done();
  });
  app.addHook('onSend', (request, _, payload, done) => {
    bodies.end(request);
    done(null, payload);
  });
}
