/** What every route knows before any request comes, and what it reads of each that does. */
import { methodOf, type Operation } from '@muster/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { beginExchange, type Exchange } from './exchange.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { planInput, readInput, type InputPlan, type ReadInput } from './input.ts';

export interface RoutePlan extends InputPlan {
  readonly name: string;
  readonly status: number;
  /** Methods whose repetition the client may mark with a key. */
  readonly repeatable: boolean;
}

export const planRoute = (name: string, operation: Operation): RoutePlan => {
  const method = methodOf(operation);
  return {
    ...planInput(operation),
    name,
    status: operation.status ?? 200,
    repeatable: method === 'POST' || method === 'PATCH',
  };
};

export interface Received extends ReadInput {
  readonly plan: RoutePlan;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly exchange: Exchange;
  readonly idempotencyKey: string | undefined;
}

export function receive(plan: RoutePlan, request: FastifyRequest, reply: FastifyReply): Received {
  const exchange = request.exchange ?? beginExchange(request, plan.name);
  const { headers } = request.raw;
  const idempotencyKey = plan.repeatable
    ? idempotencyKeyOf(headers['idempotency-key'])
    : undefined;
  const { input, ignored } = readInput(plan, {
    params: request.params,
    query: request.query,
    body: request.body,
    header: (name) => {
      const value = headers[name];
      return typeof value === 'string' ? value : undefined;
    },
    ifMatch: headers['if-match'],
    prefer: headers['prefer'] as string | undefined,
  });
  return { plan, request, reply, exchange, idempotencyKey, input, ignored };
}
