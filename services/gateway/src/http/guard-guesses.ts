/**
 * Routes on which a name is as good as a credential. Misses count with the failed credentials of
 * their address; whoever has missed too often waits, right or wrong.
 */
import { Refusal, type Operation } from '@muster/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Door } from './door.ts';

type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export const guardGuesses = (
  { failures }: Door,
  { guessable }: Operation,
  handle: Handle,
): Handle =>
  guessable
    ? async (request, reply) => {
      if (failures.exhausted(request.ip)) throw new Refusal('rate_limited');
      try {
        await handle(request, reply);
      } catch (error) {
        if (error instanceof Refusal && error.status === 404) failures.failed(request.ip);
        throw error;
      }
    }
    : handle;
