/** Open JSON objects: compared, merged by key, and freed of the masks that answers put on them. */
import { REDACTED } from '@muster/contracts';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same value, whatever the order of keys. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length &&
      one.every((item, index) => isSame(item, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return one === other;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]));
}

/** Keys whose values differ. */
export const changedKeys = (before: object, after: object): string[] => {
  const [one, other] = [before as Json, after as Json];
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return keys.filter((key) => !isSame(one[key], other[key])).toSorted();
};

/** A masked value that comes back as it was shown stays what it is. */
export function unmasked<T>(patch: T, current: unknown): T {
  if (patch === REDACTED && current !== undefined) return current as T;
  if (Array.isArray(patch)) {
    const now: readonly unknown[] = Array.isArray(current) ? current : [];
    return patch.map((item: unknown, index) => unmasked(item, now[index])) as T;
  }
  if (!isObject(patch)) return patch;
  const now = isObject(current) ? current : {};
  const entries = Object.entries(patch).map(([key, value]) => [key, unmasked(value, now[key])]);
  return Object.fromEntries(entries) as T;
}

/** What is left out stays; null takes a key away. */
export function merged<T extends object>(current: T, patch: object): T {
  const entries = Object.entries({ ...current, ...unmasked(patch, current) });
  return Object.fromEntries(entries.filter(([, value]) => value !== null)) as T;
}

/** The same fields, those of the patch where it has them. */
export const overlaid = <T extends object>(
  current: T,
  patch: { readonly [K in keyof T]?: T[K] | undefined },
): T => {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  return { ...current, ...Object.fromEntries(given) };
};
