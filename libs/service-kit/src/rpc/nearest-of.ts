/** Which of some things a client has evidently meant by a name that none of them has. */
import { distance } from 'fastest-levenshtein';

/** The part of the letters that may be missing, added or replaced. */
const DIFFERENT_PART = 1 / 3;

/** The thing of which one text is nearest to the given one by letters, if any is near at all. */
export function nearestOf<Thing>(
  given: string,
  things: readonly Thing[],
  textsOf: (thing: Thing) => readonly string[],
): Thing | undefined {
  const wanted = fold(given);
  let nearest: { readonly thing: Thing; readonly part: number } | undefined;
  for (const thing of things) {
    for (const text of textsOf(thing)) {
      const part = differentPart(wanted, fold(text));
      if (part <= DIFFERENT_PART && part < (nearest?.part ?? 1)) nearest = { thing, part };
    }
  }
  return nearest?.thing;
}

/** Neither case nor what separates words makes a difference. */
const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

function differentPart(one: string, other: string): number {
  const longer = Math.max(one.length, other.length);
  // Lengths alone may tell texts apart, and a text of any length costs nothing then.
  const atLeast = Math.abs(one.length - other.length) / longer;
  return atLeast <= DIFFERENT_PART ? distance(one, other) / longer : 1;
}
