/** The reactions of this release, by producer. */
import type { OwnReactions } from './positions.ts';
import type { NamedReaction } from './reaction.ts';

export interface ReactionsOf extends OwnReactions {
  readonly reactions: readonly NamedReaction[];
}

/** @returns producer → its reactions */
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
