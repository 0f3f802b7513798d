/** What a refusal says more once the caller is known: nothing is read for a request that succeeds. */
import { problemOf, Refusal, type Problem } from '@muster/contracts';
import { refusalOf } from '@muster/service-kit';
import type { FastifyRequest } from 'fastify';
import type { GatewayContext } from './context.ts';
import { endsInSlash, routeNotFound } from './route-not-found.ts';
import { leadToId } from './similar/lead-to-id.ts';

/** The error, or the refusal that says more. */
export async function leadOnFrom(
  context: GatewayContext,
  request: FastifyRequest,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof Refusal)) return error;
  return refusalOf(await leadOn(context, request, problemOf(error)), error.isReplayed);
}

export async function leadOn(
  context: GatewayContext,
  request: FastifyRequest,
  problem: Problem,
): Promise<Problem> {
  const { exchange, params, query, body } = request;
  const { actor } = exchange ?? {};
  if (!exchange || !actor || (actor.type !== 'agent' && actor.type !== 'user')) return problem;
  if (problem.code.endsWith('_not_found') && endsInSlash(request.url)) {
    const { details, hint } = problemOf(routeNotFound(request));
    return { ...problem, details, ...(hint !== undefined && { hint }) };
  }
  const fields = typeof body === 'object' ? body : {};
  const given = { ...(query as object), ...fields, ...(params as object) };
  const { ownId: requestId, traceparent } = exchange;
  const call = { actor, requestId, traceparent };
  try {
    return await leadToId(context, { actor, given, call }, problem);
  } catch (error) {
    // The request is refused for what it is, whether or not the suggestion can be read.
    context.log.warn({ err: error, requestId }, 'reading a suggestion failed');
    return problem;
  }
}
