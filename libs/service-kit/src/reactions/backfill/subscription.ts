/**
 * Subscriptions: which entries (a reaction and a type of event) a release applies of a producer. A
 * process that moves a cursor leaves its subscription there. The next process with another one takes
 * the cursor over: what either of them does not apply becomes a backfill, an entry with a position of
 * its own. So what a release passes without hearing it is named by itself if it has subscriptions,
 * and by the next process if it has none.
 */
import type { Cursor } from '../cursor-store.ts';
import { entryOf, type NamedReaction } from '../reaction.ts';

export interface Subscription {
  readonly producer: string;
  readonly id: number;
  readonly entries: ReadonlySet<string>;
}

export interface OwnSubscription extends Subscription {
  /** The entries that get the whole log when they are new. */
  readonly withHistory: ReadonlySet<string>;
}

type Position = Pick<Cursor, 'lastSeq' | 'subscriptionId' | 'subscriptionSeq'>;

export const includesAll = (all: ReadonlySet<string>, needed: ReadonlySet<string>): boolean =>
  [...needed].every((entry) => all.has(entry));

export const entriesOf = (reactions: readonly NamedReaction[], producer: string): string[] =>
  reactions
    .filter((reaction) => reaction.producer.name === producer)
    .flatMap(({ name, events }) => events.map((type) => entryOf(name, type)))
    .toSorted();

/** Whether all events up to the cursor were applied with this subscription or as backfills. */
export const isTakenOver = ({ lastSeq, subscriptionId, subscriptionSeq }: Position, id: number) =>
  subscriptionId === null ? lastSeq === 0 : subscriptionId === id && subscriptionSeq >= lastSeq;

/**
 * Entry → position of the backfills that a take-over of the cursor needs, unless there is one of that
 * entry, which is at an earlier position. `mover` is the subscription at the cursor; `first` stands
 * for code without subscriptions: it heard what the first release with them does.
 */
export function backfillsAt(
  { lastSeq, subscriptionId, subscriptionSeq }: Position,
  own: OwnSubscription,
  { mover, first }: { mover: ReadonlySet<string>; first: ReadonlySet<string> },
): ReadonlyMap<string, number> {
  const backfills = new Map<string, number>();
  const add = (entries: ReadonlySet<string>, applied: ReadonlySet<string>, seq: number): void => {
    for (const entry of entries) {
      if (!applied.has(entry) && !backfills.has(entry)) backfills.set(entry, seq);
    }
  };
  const passedOn = subscriptionId !== null && subscriptionSeq < lastSeq;
  if (passedOn) add(mover, first, subscriptionSeq);
  const heard = passedOn || subscriptionId === null ? first : mover;
  add(heard, own.entries, lastSeq);
  if (lastSeq > 0) add(own.withHistory, heard, 0);
  return backfills;
}
