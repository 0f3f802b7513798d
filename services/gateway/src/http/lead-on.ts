/** What a refusal says more once the caller is known: nothing is read for a request that succeeds. */
import { problemOf, Refusal, type Problem } from '@muster/contracts';
import { refusalOf } from '@muster/service-kit';
import type { FastifyRequest } from 'fastify';
import type { GatewayContext } from './context.ts';
import { leadToAgent } from './similar/lead-to-agent.ts';

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
  { exchange, params, query, body }: FastifyRequest,
  problem: Problem,
): Promise<Problem> {
  const { actor } = exchange ?? {};
  if (!exchange || !actor || (actor.type !== 'agent' && actor.type !== 'user')) return problem;
  const fields = typeof body === 'object' ? body : {};
  const given = { ...(query as object), ...fields, ...(params as object) };
  const { ownId: requestId, traceparent } = exchange;
  const call = { actor, requestId, traceparent };
  return leadToAgent(context, { actor, given, call }, problem);
}
