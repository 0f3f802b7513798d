/** One request to one service, and its answer passed on as the bytes that came. */
import {
  isWrite, type Actor, type Operation, type Problem, type ServiceName,
} from '@muster/contracts';
import { READ_DEADLINE_MS, WRITE_DEADLINE_MS } from '@muster/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BodyCheck } from '../compose/body-checks.ts';
import type { Door } from './door.ts';
import { answerOutcome, outcomeOf } from './outcome.ts';
import { answerProblem } from './problem.ts';
import { planRoute, receive, type RoutePlan } from './received.ts';

export interface ForwardPlan extends RoutePlan {
  readonly service: ServiceName;
  readonly deadlineMs: number;
  readonly check: BodyCheck | undefined;
}

export const planForward = (
  service: ServiceName,
  name: string,
  operation: Operation,
  check?: BodyCheck,
): ForwardPlan => ({
  ...planRoute(name, operation),
  service,
  deadlineMs: isWrite(operation) ? WRITE_DEADLINE_MS : READ_DEADLINE_MS,
  check,
});

/** Aborts when the client closes its connection before it has its answer. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

export async function forward(
  door: Door,
  plan: ForwardPlan,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const received = receive(plan, request, reply);
  const { exchange, input, idempotencyKey } = received;
  const onBehalf = {
    actor: exchange.actor as Actor, requestId: exchange.ownId, traceparent: exchange.traceparent,
  };
  await plan.check?.(input, onBehalf);
  const answered = await door.runtime.rpc({
    service: plan.service,
    operation: plan.name,
    body: JSON.stringify(input),
    deadlineMs: plan.deadlineMs,
    idempotencyKey,
    signal: plan.operation.long && goneSignal(reply),
    ...onBehalf,
  });
  const outcome = outcomeOf(plan.service, exchange.ownId, answered);
  if (answered.status !== 200) {
    const problem = JSON.parse(outcome.body.toString()) as Problem;
    return answerProblem(door, answered.status, problem, request, reply);
  }
  await answerOutcome(door, received, outcome);
}
