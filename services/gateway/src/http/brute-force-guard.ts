/**
 * Guards routes whose path names a secret (an invite token) or what a secret is given for (a join
 * request). A miss counts as a failed authentication of its address with that name.
 */
import { Refusal, type Operation } from '@muster/contracts';
import type { FastifyRequest } from 'fastify';
import type { GatewayContext } from './context.ts';
import type { RouteHandler } from './request/route-request.ts';

export const guardBruteForce = (
  { failures }: GatewayContext,
  { guessable }: Operation,
  handle: RouteHandler,
): RouteHandler =>
  guessable
    ? async (request, reply) => {
        const named = nameIn(request);
        const by = failures.exhausted(request.ip, named);
        if (by !== undefined) throw new Refusal('rate_limited', { by });
        try {
          await handle(request, reply);
        } catch (error) {
          if (error instanceof Refusal && error.status === 404) failures.failed(request.ip, named);
          throw error;
        }
      }
    : handle;

/** A code has no place in a path, so it is its own name: misses of one shut out no other. */
function nameIn({ params, body, raw }: FastifyRequest): string {
  const inPath = Object.values(params as Record<string, string>).join(' ');
  const { code } = (body ?? {}) as { code?: unknown };
  return inPath || String(raw.headers['x-sign-in-code'] ?? code);
}
