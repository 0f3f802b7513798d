/** Merging open JSON objects, and replacing the masks that answers contain. */
import { isJsonObject, REDACTED } from '@muster/contracts';

/** Replaces each mask that a client sends back by the current value. */
export function unmask<T>(patch: T, current: unknown): T {
  if (patch === REDACTED && current !== undefined) return current as T;
  if (Array.isArray(patch)) {
    const now: readonly unknown[] = Array.isArray(current) ? current : [];
    return patch.map((item: unknown, index) => unmask(item, now[index])) as T;
  }
  if (!isJsonObject(patch)) return patch;
  const now = isJsonObject(current) ? current : {};
  const entries = Object.entries(patch).map(([key, value]) => [key, unmask(value, now[key])]);
  return Object.fromEntries(entries) as T;
}

/** Merges by key: an absent key keeps its value, null removes it. */
export function mergeKeys<T extends object>(current: T, patch: object): T {
  const entries = Object.entries({ ...current, ...unmask(patch, current) });
  return Object.fromEntries(entries.filter(([, value]) => value !== null)) as T;
}

/** The current fields, replaced by those that the patch has. */
export const overlay = <T extends object>(
  current: T,
  patch: { readonly [K in keyof T]?: T[K] | undefined },
): T => {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  return { ...current, ...Object.fromEntries(given) };
};
