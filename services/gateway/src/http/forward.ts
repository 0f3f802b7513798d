/** Forwards a request to one service and passes its answer on as the bytes that came. */
import {
  isWrite,
  type Actor,
  type Operation,
  type Problem,
  type ServiceName,
} from '@muster/contracts';
import { READ_DEADLINE_MS, WRITE_DEADLINE_MS } from '@muster/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BodyCheck } from '../upstream/body-check.ts';
import type { Diversion } from '../upstream/diversion.ts';
import { outcomeOf } from '../upstream/outcome.ts';
import type { GatewayContext } from './context.ts';
import { planRoute, readRouteRequest, type RoutePlan } from './request/route-request.ts';
import { sendOutcome } from './answer/send-outcome.ts';
import { sendProblem } from './answer/send-problem.ts';

export interface ForwardPlan extends RoutePlan {
  readonly service: ServiceName;
  readonly deadlineMs: number;
  readonly check: BodyCheck | undefined;
  /** Where requests with certain inputs go instead. */
  readonly diverted?: { readonly when: Diversion['when']; readonly plan: ForwardPlan } | undefined;
}

interface ForwardOptions {
  readonly check?: BodyCheck | undefined;
  readonly diversion?: Diversion | undefined;
}

export const planForward = (
  service: ServiceName,
  name: string,
  operation: Operation,
  { check, diversion }: ForwardOptions = {},
): ForwardPlan => ({
  ...planRoute(name, operation),
  service,
  deadlineMs: isWrite(operation) ? WRITE_DEADLINE_MS : READ_DEADLINE_MS,
  check,
  diverted: diversion && {
    when: diversion.when,
    plan: planForward(diversion.service, diversion.name, diversion.operation, {
      check: diversion.check,
    }),
  },
});

/** Aborts when the client closes its connection before it was answered. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const disconnected = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) disconnected.abort();
  });
  return disconnected.signal;
}

export async function forward(
  context: GatewayContext,
  route: ForwardPlan,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const read = readRouteRequest(route, request, reply);
  const { exchange, input, idempotencyKey } = read;
  const plan = route.diverted?.when(input) ? route.diverted.plan : route;
  const call = {
    actor: exchange.actor as Actor,
    requestId: exchange.ownId,
    traceparent: exchange.traceparent,
  };
  await plan.check?.(input, call);
  const answered = await context.rpc({
    service: plan.service,
    operation: plan.name,
    body: JSON.stringify(input),
    deadlineMs: plan.deadlineMs,
    idempotencyKey,
    signal: plan.operation.long && disconnectSignal(reply),
    ...call,
  });
  const outcome = outcomeOf(plan.service, exchange.ownId, answered);
  if (answered.status !== 200) {
    const problem = JSON.parse(outcome.body.toString()) as Problem;
    return sendProblem(context, answered.status, problem, request, reply);
  }
  await sendOutcome(context, { ...read, plan }, outcome);
}
