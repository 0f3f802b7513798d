/**
 * Performs an operation for a composed one, as its caller and as if that had sent a request of its own:
 * it counts in the rate limit and among the requests in progress, and waits for the effects of a write.
 */
import { Refusal, type Actor } from '@muster/contracts';
import { newId, refusalOf } from '@muster/service-kit';
import type { FastifyRequest } from 'fastify';
import type { CallContext } from '../upstream/composed-call.ts';
import { keyWithin } from '../upstream/key-within.ts';
import type { Performed, PerformOptions, RouteName } from '../upstream/perform.ts';
import { hasSettled } from './answer/has-settled.ts';
import type { GatewayContext } from './context.ts';
import { parseInput } from './hints/describe-field.ts';
import type { Made, OperationRoute } from './operation-route.ts';
import type { RoutePlan } from './request/route-request.ts';
import { requireCredentialFor } from './require-credential.ts';

export interface PerformsFor {
  readonly context: GatewayContext;
  readonly routes: ReadonlyMap<string, OperationRoute>;
  /** The request of the composed operation. */
  readonly request: FastifyRequest;
  readonly call: CallContext;
}

/** A refusal of it is one of the caller's run, like that of a request. */
export async function performFor<Answer>(
  by: PerformsFor,
  name: RouteName,
  given: object,
  options?: PerformOptions,
): Promise<Performed<Answer>> {
  try {
    return await performNow<Answer>(by, name, given, options);
  } catch (error) {
    if (error instanceof Refusal) {
      by.context.noteRefusal({ actor: by.call.actor, operation: name, code: error.code });
    }
    throw error;
  }
}

async function performNow<Answer>(
  { context, routes, request, call }: PerformsFor,
  name: RouteName,
  given: object,
  { idempotencyKey, content }: PerformOptions = {},
): Promise<Performed<Answer>> {
  const { plan, perform } = routes.get(name) as OperationRoute;
  const startedAt = performance.now();
  requireTurn(context, call.actor);
  requireCredentialFor(plan.operation, request.exchange);
  const input = parseInput(plan.operation, given);
  // The composed operation only waits now; its place is free for what it waits for.
  context.inFlight.release(request);
  const release = await context.inFlight.hold(request, plan.operation);
  const inner = {
    ...call,
    requestId: newId(),
    idempotencyKey:
      idempotencyKey && keyWithin(request.exchange?.credential?.limits, idempotencyKey),
    ...(content ? { content } : {}),
  };
  const made = await perform(input, inner).finally(release);
  logPerformed({ context, request, call }, { plan, made, requestId: inner.requestId, startedAt });
  if ('problem' in made) throw refusalOf(made.problem, made.replayed);
  const { traceparent } = call;
  await hasSettled(context, { plan: made.plan, startedAt, traceparent }, made.outcome);
  const { body, nextCursor, leftOut = 0, replayed = false } = made.outcome;
  return { answer: JSON.parse(body.toString()) as Answer, nextCursor, leftOut, replayed };
}

interface PerformedNow {
  readonly plan: RoutePlan;
  readonly made: Made;
  readonly requestId: string;
  readonly startedAt: number;
}

/** The line of the request itself names the composed operation only. */
function logPerformed(
  { context, request, call }: Omit<PerformsFor, 'routes'>,
  { plan, made, requestId, startedAt }: PerformedNow,
): void {
  const status = 'problem' in made ? made.status : plan.status;
  const ms = Math.round((performance.now() - startedAt) * 100) / 100;
  const of = request.exchange?.requestId;
  const { name: operation } = plan;
  context.log.info({ operation, status, ms, requestId, of, actor: call.actor.id }, 'performed');
}

function requireTurn({ rateLimit }: GatewayContext, actor: Actor): void {
  const refusal: Refusal | undefined = rateLimit(actor)?.refusal;
  if (refusal) throw refusal;
}
