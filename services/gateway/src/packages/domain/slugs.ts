/**
 * Names of folders for things whose names may be equal or look alike. They depend on what the things say
 * and not on their ids, so that a copy of a company has the same ones.
 */

/** Longest beginning of a name in a slug; file systems and skills accept it. */
const SLUG_MAX = 60;

/** `Ada Lovelace` is `ada-lovelace`; a name without a letter or digit of ASCII is what it is given for. */
export function slugOf(name: string, otherwise: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX)
    .replaceAll(/^-+|-+$/g, '');
  return plain === '' ? otherwise : plain;
}

interface Named {
  readonly id: string;
  readonly name: string;
  /** What it says, by which equal names are told apart. */
  readonly says: string;
}

/** Of each id: `review`, `review-2`, `review-3`. Ids decide between equal things, the older first. */
export function slugsOf(things: readonly Named[], otherwise: string): Map<string, string> {
  const taken = new Set<string>();
  const slugs = new Map<string, string>();
  const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
  const inOrder = things.toSorted(
    (one, other) =>
      compare(one.name, other.name) || compare(one.says, other.says) || compare(one.id, other.id),
  );
  for (const { id, name } of inOrder) {
    const base = slugOf(name, otherwise);
    let slug = base;
    for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`;
    taken.add(slug);
    slugs.set(id, slug);
  }
  return slugs;
}
