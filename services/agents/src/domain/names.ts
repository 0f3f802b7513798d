/** What is derived from names: comparison keys, url keys and issue prefixes. */
import { withoutJoiners } from '@muster/contracts';

/** Longest url key; leaves room for the suffix that makes it unique. */
const URL_KEY_MAX = 180;
/** Numbered variants of a url key before the agent's id is appended instead. */
const READABLE_SUFFIXES = 9;
const PREFIX_LETTERS = 3;
/** Prefixes that end in one `A` after another, before letters of the company's id are appended instead. */
const READABLE_PREFIXES = 20;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** As many letters as the random end of an id has values for. */
const SUFFIX_MAX = 11;

/** Key for comparing names: ignores case, Unicode composition and joiners. */
export const nameKey = (name: string): string =>
  withoutJoiners(name.normalize('NFKC')).toLowerCase();

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

/** `Acme Robotics` → `ACM`, the beginning of the identifiers of the company's issues. */
const issuePrefix = (name: string): string =>
  name
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .slice(0, PREFIX_LETTERS) || 'CMP';

/**
 * Issue prefixes to try in this order: `ACM`, `ACMA`, `ACMAA` and so on, then two and more letters that
 * come from the company's id. However many companies have names that begin alike, one of these is free.
 */
export function issuePrefixCandidates(name: string, id: string): string[] {
  const prefix = issuePrefix(name);
  const suffix = lettersOf(id);
  const readable = Array.from({ length: READABLE_PREFIXES + 1 }, (_, count) => 'A'.repeat(count));
  const others = Array.from({ length: SUFFIX_MAX - 1 }, (_, index) => suffix.slice(0, index + 2));
  return [...readable, ...others].map((end) => prefix + end);
}

/** The random end of an id, spelled in letters. */
function lettersOf(id: string): string {
  const number = Number.parseInt(id.slice(-12), 16);
  const letterAt = (digit: number) =>
    LETTERS.charAt(Math.floor(number / LETTERS.length ** digit) % LETTERS.length);
  return Array.from({ length: SUFFIX_MAX }, (_, digit) => letterAt(digit)).join('');
}
