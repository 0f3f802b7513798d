/** Reactions: effects of other services' events, written in this service's schema. */
import type { Contract, EventName, EventRecord, Payload } from '@muster/contracts';
import type { Context } from '../context.ts';

/** An event as a reaction receives it: its payload is typed by its name. */
export type ReceivedEvent<C extends Contract, N extends EventName<C>> = {
  [K in N]: Omit<EventRecord, 'type' | 'payload'> & { type: K; payload: Payload<C, K> };
}[N];

export interface Reaction<Parts = unknown> {
  readonly producer: Contract;
  readonly events: readonly string[];
  /**
   * Decides from the event alone, once per delivery, whether it has an effect in this service.
   * Undefined or false: it has none. Any other value is passed to the effect, which need not decide
   * it again.
   */
  readonly when?: (event: never) => unknown;
  readonly effect: (
    event: never,
    context: Context<Contract, Parts>,
    decided: never,
  ) => Promise<void>;
}

/**
 * `reaction(agents, ['agent.paused'], async (event, { db }) => …)`: declares the effect of another
 * service's events.
 */
export const reaction = <
  C extends Contract,
  const N extends EventName<C>,
  Own extends Contract,
  Parts = unknown,
  Decided = boolean,
>(
  producer: C,
  events: readonly N[],
  effect: (
    event: ReceivedEvent<C, N>,
    context: Context<Own, Parts>,
    decided: NonNullable<Decided>,
  ) => Promise<void>,
  { when }: { readonly when?: (event: ReceivedEvent<C, N>) => Decided } = {},
): Reaction<Parts> => ({ producer, events, effect, ...(when ? { when } : {}) });

/** Whether any reaction of this service handles events of this type. */
export const isSubscribed = (
  reactions: readonly Reaction[],
  producer: string,
  type: string,
): boolean =>
  reactions.some(({ producer: from, events }) => from.name === producer && events.includes(type));
