/** Adds to a refusal the ids that were meant by names. Nothing is read for a request that succeeds. */
import { problemOf, Refusal, type Problem } from '@muster/contracts';
import { refusalOf } from '@muster/service-kit';
import type { FastifyRequest } from 'fastify';
import type { GatewayContext } from '../context.ts';
import { hintIds } from './ids-of-names.ts';

/** The error, or the refusal with its hints. */
export async function errorWithHints(
  context: GatewayContext,
  request: FastifyRequest,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof Refusal)) return error;
  return refusalOf(await withHints(context, request, problemOf(error)), error.isReplayed);
}

export async function withHints(
  context: GatewayContext,
  { exchange, params, query, body }: FastifyRequest,
  problem: Problem,
): Promise<Problem> {
  const { actor } = exchange ?? {};
  if (!exchange || !actor || (actor.type !== 'agent' && actor.type !== 'user')) return problem;
  const fields = typeof body === 'object' ? body : {};
  const given = { ...(query as object), ...fields, ...(params as object) };
  const { ownId: requestId, traceparent } = exchange;
  const call = { actor, requestId, traceparent };
  try {
    return await hintIds(context, { actor, given, call }, problem);
  } catch (error) {
    // The request is refused for what it is, whether or not the hint can be read.
    context.log.warn({ err: error, requestId }, 'reading a hint failed');
    return problem;
  }
}
