/** What is derived from names: comparison keys, url keys and issue prefixes. */

/** Longest url key; leaves room for the suffix that makes it unique. */
const URL_KEY_MAX = 180;
/** Numbered variants of a url key before the agent's id is appended instead. */
const READABLE_SUFFIXES = 9;
const PREFIX_LETTERS = 3;

/** Key for comparing names: ignores case and Unicode composition. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase();

/** `Ada Lovelace` → `ada-lovelace`; `agent` if the name has none of these characters. */
export const urlKey = (name: string): string =>
  nameKey(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, URL_KEY_MAX)
    .replace(/^-+|-+$/g, '') || 'agent';

/** Url keys to try in this order; the last one is always free. */
export function urlKeyCandidates(name: string, id: string): string[] {
  const key = urlKey(name);
  const numbered = Array.from(
    { length: READABLE_SUFFIXES - 1 },
    (_, index) => `${key}-${index + 2}`,
  );
  return [key, ...numbered, `${key}-${id.slice(-12)}`];
}

/** `Acme Robotics` → `ACM`, the prefix of the company's issue identifiers. */
export const issuePrefix = (name: string): string =>
  name
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .slice(0, PREFIX_LETTERS) || 'CMP';
