/** Reactions: effects of other services' events, written in this service's schema. */
import type { Contract, EventName, EventRecord, Payload } from '@muster/contracts';
import type { Context } from '../context.ts';
import type { OwnReactions } from './positions.ts';

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
  /**
   * The events that it gets from before the first release with it. `log`, the default: all of
   * them, in order. `none`: nothing, because an old cause must have no effect any more. `state` is
   * like `log`; a service that has heard nothing of a company gets the current state instead of a
   * long log, because the effect copies what the payload says of a thing, and the newest one suffices.
   */
  readonly history?: 'log' | 'none' | 'state';
  /** The effect of several events of one company that one transaction applies, in their order. */
  readonly effectOfAll?: (
    events: readonly never[],
    context: Context<Contract, Parts>,
  ) => Promise<void>;
  /** What an operator is told who has it apply events again: the effect that old ones do not have. */
  readonly again?: string;
  /** Its effect changes nothing but a copy, and may wait longer to share a transaction with others. */
  readonly isCopy?: boolean;
}

/**
 * A reaction under the name that its service gives it, by which it is known how far it has applied a log:
 * under a new name it applies the log anew.
 */
export interface NamedReaction extends Reaction {
  readonly name: string;
}

export const namedReactions = (reactions: Readonly<Record<string, Reaction>>): NamedReaction[] =>
  Object.entries(reactions).map(([name, each]) => ({ ...each, name }));

export interface ReactionsOf extends OwnReactions {
  readonly reactions: readonly NamedReaction[];
}

/** @returns producer → its reactions in this release */
export function reactionsByProducer(
  reactions: readonly NamedReaction[],
): ReadonlyMap<string, ReactionsOf> {
  const byProducer = Map.groupBy(reactions, ({ producer }) => producer.name as string);
  return new Map(
    [...byProducer].map(([producer, own]) => {
      const names = own.map(({ name }) => name).toSorted();
      const withHistory = own.filter(({ history }) => history !== 'none').map(({ name }) => name);
      return [producer, { reactions: own, names, withHistory: new Set(withHistory) }];
    }),
  );
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
  {
    when,
    history,
    again,
    isCopy,
  }: Pick<Reaction, 'history' | 'again' | 'isCopy'> & {
    readonly when?: (event: ReceivedEvent<C, N>) => Decided;
  } = {},
): Reaction<Parts> => ({
  producer,
  events,
  effect,
  ...(isCopy ? { isCopy } : {}),
  ...(when ? { when } : {}),
  ...(history ? { history } : {}),
  ...(again ? { again } : {}),
});

/**
 * The same for a copy that one statement saves for several events, of which the newest may be all that
 * counts. A failure is found by applying the events one by one, as that of any effect.
 */
export const reactionToSeveral = <
  C extends Contract,
  const N extends EventName<C>,
  Own extends Contract,
  Parts = unknown,
>(
  producer: C,
  events: readonly N[],
  effectOfAll: (
    events: readonly ReceivedEvent<C, N>[],
    context: Context<Own, Parts>,
  ) => Promise<void>,
  options: Pick<Reaction, 'history'> & {
    readonly when?: (event: ReceivedEvent<C, N>) => boolean;
  } = {},
): Reaction<Parts> => ({
  ...reaction<C, N, Own, Parts>(
    producer,
    events,
    (event, context) => effectOfAll([event], context),
    { ...options, isCopy: true },
  ),
  effectOfAll,
});

/** Whether any reaction of this service handles events of this type. */
export const isSubscribed = (
  reactions: readonly Reaction[],
  producer: string,
  type: string,
): boolean =>
  reactions.some(({ producer: from, events }) => from.name === producer && events.includes(type));
