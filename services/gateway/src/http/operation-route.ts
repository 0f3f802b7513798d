/** What an operation with a path does with an input, whether a client or another operation asks. */
import type { Problem } from '@muster/contracts';
import type { CallContext } from '../upstream/composed-call.ts';
import type { Outcome } from '../upstream/outcome.ts';
import type { RoutePlan } from './request/route-request.ts';

/** The outcome, and the plan of the operation that it is of: a diverted request has another. */
export type Made = { readonly plan: RoutePlan; readonly outcome: Outcome } | Refused;

/** The refusal of a service, as it came. */
export interface Refused {
  readonly status: number;
  readonly problem: Problem;
  /** Whether it is the stored answer to an earlier request with the same idempotency key. */
  readonly replayed: boolean;
}

export interface OperationRoute {
  readonly plan: RoutePlan;
  /** Throws the refusals of the gateway. */
  readonly perform: (input: Record<string, unknown>, call: CallContext) => Promise<Made>;
}
