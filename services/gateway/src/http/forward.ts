/** One request to one service, and its answer passed on as the bytes that came. */
import {
  isWrite, type Actor, type Operation, type Problem, type ServiceName,
} from '@muster/contracts';
import { READ_DEADLINE_MS, WRITE_DEADLINE_MS } from '@muster/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Door } from './door.ts';
import { answerOutcome, outcomeOf } from './outcome.ts';
import { answerProblem } from './problem.ts';
import { planRoute, receive, type RoutePlan } from './received.ts';

export interface ForwardPlan extends RoutePlan {
  readonly service: ServiceName;
  readonly deadlineMs: number;
}

export const planForward = (
  service: ServiceName,
  name: string,
  operation: Operation,
): ForwardPlan => ({
  ...planRoute(name, operation),
  service,
  deadlineMs: isWrite(operation) ? WRITE_DEADLINE_MS : READ_DEADLINE_MS,
});

export async function forward(
  door: Door,
  plan: ForwardPlan,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const received = receive(plan, request, reply);
  const { exchange, input, idempotencyKey } = received;
  const answered = await door.runtime.rpc({
    service: plan.service,
    operation: plan.name,
    body: JSON.stringify(input),
    actor: exchange.actor as Actor,
    requestId: exchange.ownId,
    deadlineMs: plan.deadlineMs,
    traceparent: exchange.traceparent,
    idempotencyKey,
  });
  const outcome = outcomeOf(plan.service, answered);
  if (answered.status !== 200) {
    const problem = JSON.parse(outcome.body.toString()) as Problem;
    return answerProblem(door, answered.status, problem, request, reply);
  }
  await answerOutcome(door, received, outcome);
}
