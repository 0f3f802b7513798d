/** What is precomputed of each route, and what is read of each of its requests. */
import { isRepeatable, Refusal, successesOf, type Operation } from '@muster/contracts';
import { z } from 'zod';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { beginExchange, type Exchange } from '../exchange.ts';
import { readSelection, type ChosenSelection } from './selection.ts';
import { planInput, readInput, type InputPlan, type ParsedInput } from './input.ts';

/** A header by which a client marks repeats of one request. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

export type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export interface RoutePlan extends InputPlan {
  readonly name: string;
  readonly status: number;
  /** Whether clients may send an idempotency key. */
  readonly repeatable: boolean;
  /** Whether the answer is a record with a version. */
  readonly showsVersion: boolean;
}

export const planRoute = (name: string, operation: Operation): RoutePlan => {
  return {
    ...planInput(operation),
    name,
    status: successesOf(operation)[0],
    showsVersion: operation.output instanceof z.ZodObject && 'version' in operation.output.shape,
    repeatable: isRepeatable(operation),
  };
};

export interface RouteRequest extends ParsedInput {
  readonly plan: RoutePlan;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly exchange: Exchange;
  readonly idempotencyKey: string | undefined;
  /** What the client asks to see of the answer, if not all. */
  readonly chosen: ChosenSelection | undefined;
}

export function readRouteRequest(
  plan: RoutePlan,
  request: FastifyRequest,
  reply: FastifyReply,
): RouteRequest {
  const exchange = request.exchange ?? beginExchange(request, plan.name);
  const { headers } = request.raw;
  const idempotencyKey = plan.repeatable ? idempotencyKeyOf(headers['idempotency-key']) : undefined;
  const prefer = headers['prefer'] as string | undefined;
  const query = request.query as Record<string, unknown>;
  const chosen = readSelection(plan.operation, query, prefer);
  const { input, ignored } = readInput(plan, {
    params: request.params,
    query,
    body: request.body,
    header: (name) => {
      const value = headers[name];
      return typeof value === 'string' ? value : undefined;
    },
    ifMatch: headers['if-match'],
    ifNoneMatch: headers['if-none-match'],
    prefer,
    aside: chosen?.parameters,
  });
  return { plan, request, reply, exchange, idempotencyKey, chosen, input, ignored };
}

function idempotencyKeyOf(given: string | string[] | undefined): string | undefined {
  if (given === undefined) return undefined;
  if (typeof given === 'string' && IDEMPOTENCY_KEY.test(given)) return given;
  throw new Refusal('invalid_input', [
    {
      path: ['Idempotency-Key'],
      code: 'invalid_format',
      message: '1 to 200 printable characters without spaces are expected',
    },
  ]);
}
