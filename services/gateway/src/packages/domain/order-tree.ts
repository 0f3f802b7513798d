/** Things that name one above them, in an order in which each comes after the one that it names. */

export interface InTree {
  readonly slug: string;
  readonly above: string | null;
}

export type TreeProblem = 'reference_unknown' | 'reference_in_circle';

export interface Ordered<T> {
  readonly thing: T;
  readonly problem?: TreeProblem;
}

const natural = new Intl.Collator('en', { numeric: true });
export const bySlug = (
  { slug: one }: InTree | { slug: string },
  { slug: other }: { slug: string },
) => natural.compare(one, other) || (one < other ? -1 : Number(one > other));

export function orderTree<T extends InTree>(things: readonly T[]): Ordered<T>[] {
  const all = new Map(things.map((thing) => [thing.slug, thing]));
  const placed = things.toSorted(bySlug).map((thing) => {
    const seen = new Set([thing.slug]);
    let above = thing.above;
    while (above !== null && !seen.has(above)) {
      const next = all.get(above);
      // Who names something unknown further up is refused because of the one that does.
      if (!next) break;
      seen.add(above);
      above = next.above;
    }
    const isUnknown = thing.above !== null && !all.has(thing.above);
    const isCircle = above !== null && all.has(above);
    return {
      depth: seen.size,
      ordered: {
        thing,
        ...(isUnknown ? { problem: 'reference_unknown' as const } : {}),
        ...(isCircle ? { problem: 'reference_in_circle' as const } : {}),
      },
    };
  });
  return placed
    .toSorted(
      (one, other) => one.depth - other.depth || bySlug(one.ordered.thing, other.ordered.thing),
    )
    .map(({ ordered }) => ordered);
}
