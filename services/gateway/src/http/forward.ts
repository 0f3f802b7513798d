/** Forwards a request to one service and passes its answer on as the bytes that came. */
import { isWrite, type Operation, type Problem, type ServiceName } from '@muster/contracts';
import { READ_DEADLINE_MS, WRITE_DEADLINE_MS } from '@muster/service-kit';
import type { BodyCheck } from '../upstream/body-check.ts';
import type { Diversion } from '../upstream/diversion.ts';
import { outcomeOf } from '../upstream/outcome.ts';
import type { GatewayContext } from './context.ts';
import type { OperationRoute } from './operation-route.ts';
import { planRoute, type RoutePlan } from './request/route-request.ts';

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

export const forwardTo =
  (context: GatewayContext, route: ForwardPlan): OperationRoute['perform'] =>
  async (input, call) => {
    const plan = route.diverted?.when(input) ? route.diverted.plan : route;
    const { actor, requestId, clientRequestId, traceparent, idempotencyKey, client } = call;
    await plan.check?.(input, call);
    const answered = await context.rpc({
      service: plan.service,
      operation: plan.name,
      body: JSON.stringify(input),
      deadlineMs: plan.deadlineMs,
      idempotencyKey,
      signal: plan.operation.long && client.disconnected(),
      actor,
      requestId,
      clientRequestId,
      traceparent,
    });
    const outcome = outcomeOf(plan.service, requestId, answered);
    if (answered.status === 200) return { plan, outcome };
    const problem = JSON.parse(outcome.body.toString()) as Problem;
    return { status: answered.status, problem, replayed: outcome.replayed ?? false };
  };
