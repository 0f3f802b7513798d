/**
 * What each operation with a path does with an input: it is forwarded to its service, or composed here.
 * Its route calls it, and so do composed operations that need others.
 */
import { composed, contracts, requireCaller, type Operation } from '@muster/contracts';
import type { ComposedCall } from '../upstream/composed-call.ts';
import type { GatewayContext } from './context.ts';
import { forwardTo, planForward } from './forward.ts';
import type { OperationRoute } from './operation-route.ts';
import { planRoute, type RoutePlan } from './request/route-request.ts';
import type { RouteTables } from './route-tables.ts';

export function operationRoutes(
  context: GatewayContext,
  { calls, checks, diversions }: RouteTables,
): ReadonlyMap<string, OperationRoute> {
  const routes = new Map<string, OperationRoute>();
  for (const contract of contracts) {
    for (const [name, operation] of Object.entries(contract.operations)) {
      if (!operation.http) continue;
      const plan = planForward(contract.name, name, operation, {
        check: checks[name],
        diversion: diversions[name],
      });
      routes.set(name, { plan, perform: forwardTo(context, plan) });
    }
  }
  for (const [name, operation] of Object.entries(composed)) {
    const plan = planRoute(name, operation);
    const compose = calls[name as keyof typeof composed];
    routes.set(name, { plan, perform: composedAs(plan, operation, compose) });
  }
  return routes;
}

const composedAs =
  (plan: RoutePlan, operation: Operation, compose: ComposedCall): OperationRoute['perform'] =>
  async (input, call) => {
    requireCaller(operation, call.actor, input['companyId']);
    return { plan, outcome: await compose(input, call) };
  };
