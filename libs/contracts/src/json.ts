/** Comparing open JSON values. */

type Json = Record<string, unknown>;

export const isJsonObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Deep equality that ignores the order of keys. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => isSame(item, other[index]))
    );
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return one === other;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  );
}

/** Keys whose values differ. */
export const changedKeys = (before: object, after: object): string[] => {
  const [one, other] = [before as Json, after as Json];
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return keys.filter((key) => !isSame(one[key], other[key])).toSorted();
};
