/**
 * Performs another operation for the caller of a composed one, by the same steps as its route: the rate
 * limit, the limit of requests in progress, rights, validation, and the wait for effects.
 */
import type {
  agents,
  approvals,
  billing,
  composed,
  gateway,
  issues,
  scheduler,
} from '@muster/contracts';
import type { z } from 'zod';

type OfServices = typeof gateway.operations &
  typeof agents.operations &
  typeof issues.operations &
  typeof approvals.operations &
  typeof billing.operations &
  typeof scheduler.operations;
/** Operations with a path. A composed one takes the place of a part of it that has its name. */
type Routed = Omit<OfServices, keyof typeof composed> & typeof composed;
export type RouteName = keyof Routed;

export interface Performed<Answer> {
  readonly answer: Answer;
  readonly nextCursor: string | undefined;
  /** Items that the page leaves out unless they are asked for. */
  readonly leftOut: number;
  /** Whether this is the stored answer to an earlier request with the same idempotency key. */
  readonly replayed: boolean;
}

export interface PerformOptions {
  readonly idempotencyKey?: string | undefined;
  /** The body of one whose body streams. */
  readonly content?: Buffer;
}

/** Throws the refusal that a client of the route would get. */
export type Perform = <N extends RouteName>(
  name: N,
  input: z.input<Routed[N]['input']>,
  options?: PerformOptions,
) => Promise<Performed<z.output<Routed[N]['output']>>>;
