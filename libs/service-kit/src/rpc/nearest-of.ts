/** Which of some things a client has meant by a name that none of them has. */
import { distance } from 'fastest-levenshtein';

/** The part of a text that may differ from one that is named as a suggestion. */
const SIMILAR_PART = 0.4;

export interface Nearest<Thing> {
  readonly found: Thing;
  /** Letters to add, leave out or replace. */
  readonly apart: number;
}

/** The thing of which one text is most like the given one, if any is similar at all. */
export function nearestOf<Thing>(
  given: string,
  things: readonly Thing[],
  textsOf: (thing: Thing) => readonly string[],
): Nearest<Thing> | undefined {
  let nearest: (Nearest<Thing> & { readonly part: number }) | undefined;
  for (const found of things) {
    for (const text of textsOf(found)) {
      const apart = distance(given, text);
      const part = apart / Math.max(given.length, text.length, 1);
      if (part > SIMILAR_PART || (nearest && nearest.part <= part)) continue;
      nearest = { found, apart, part };
    }
  }
  return nearest;
}
