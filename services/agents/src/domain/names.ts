/** What is derived from names: how they are compared, how they stand in a path and in an issue. */

/** Longest url key; the suffix that tells two of them apart must still fit. */
const URL_KEY_MAX = 180;
/** So many agents may have names of one url key before keys become unreadable. */
const READABLE_SUFFIXES = 9;
const PREFIX_LETTERS = 3;

/** A name as it is compared with others: the same letters, whatever their case and composition. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase();

/** `Ada Lovelace` → `ada-lovelace`. A name without any such character is an `agent`. */
export const urlKey = (name: string): string =>
  nameKey(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, URL_KEY_MAX)
    .replace(/^-+|-+$/g, '') || 'agent';

/** Keys to try in turn, the last of which is free for sure. */
export function urlKeyCandidates(name: string, id: string): string[] {
  const key = urlKey(name);
  const numbered = Array.from(
    { length: READABLE_SUFFIXES - 1 },
    (_, index) => `${key}-${index + 2}`,
  );
  return [key, ...numbered, `${key}-${id.slice(-12)}`];
}

/** `Acme Robotics` → `ACM`, the start of every issue's identifier. */
export const issuePrefix = (name: string): string =>
  name.toUpperCase().replace(/[^A-Z]/g, '').slice(0, PREFIX_LETTERS) || 'CMP';
