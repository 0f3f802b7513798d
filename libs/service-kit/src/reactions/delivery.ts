/** Deliveries: events on their way to the reactions of this service. */
import {
  readTolerantly,
  type Contract,
  type EventRecord,
  type ServiceName,
} from '@muster/contracts';
import type { Context } from '../context.ts';
import { isSubscribed, type NamedReaction } from './reaction.ts';

/** The position of an event in its company's log, and the event itself if it has effects here. */
export interface Delivery {
  readonly producer: ServiceName;
  readonly companyId: string;
  readonly seq: number;
  readonly event: EventRecord | undefined;
  readonly effects: readonly Effect[];
}

/** An effect of the event in this service, bound to what its reaction has decided. */
export interface Effect {
  /** The name of its reaction. */
  readonly reaction: string;
  /** It changes nothing but a copy. */
  readonly isCopy: boolean;
  readonly apply: (event: EventRecord, context: Context<Contract>) => Promise<void>;
  /** The same for several events that follow each other; the same function for all of its reaction. */
  readonly applyAll?: (events: readonly EventRecord[], context: Context<Contract>) => Promise<void>;
}

/**
 * The event as a delivery, without the event itself if it has no effect in this service. Its payload
 * is read by its contract, on both ways to the reactions, with the values that only another release
 * knows; one of another shape fails like a reaction: it is retried, and becomes a dead letter that
 * operators see.
 */
export function deliveryOf(reactions: readonly NamedReaction[], event: EventRecord): Delivery {
  const { producer, companyId, seq } = event;
  const position = { producer, companyId, seq };
  const own = reactions.filter((reaction) => isSubscribed([reaction], producer, event.type));
  const spec = own[0]?.producer.events[event.type];
  if (!spec) return { ...position, event: undefined, effects: [] };
  const payload = readTolerantly(spec.payload, event.payload);
  if (!payload.success) {
    const fail = () => Promise.reject(payload.error);
    const effects = own.map(({ name }) => ({ reaction: name, isCopy: false, apply: fail }));
    return { ...position, event, effects };
  }
  const received = { ...event, payload: payload.data as EventRecord['payload'] };
  const effects = effectsOf(own, received);
  return { ...position, effects, event: effects.length > 0 ? received : undefined };
}

const effectsOf = (reactions: readonly NamedReaction[], event: EventRecord): Effect[] =>
  reactions.flatMap(({ name, when, effect, effectOfAll, isCopy = false }) => {
    const decided = when ? when(event as never) : true;
    if (decided === undefined || decided === false) return [];
    const apply: Effect['apply'] = (received, context) =>
      effect(received as never, context, decided as never);
    const applyAll = effectOfAll as Effect['applyAll'];
    return [{ reaction: name, isCopy, apply, ...(applyAll ? { applyAll } : {}) }];
  });
