/**
 * The second part of a session: 256 random bits in this page's storage, which tells ports of a host apart,
 * as cookies do not. The session cookie counts only together with them.
 */
const KEY = 'muster.page-secret';
const BYTES = 32;

export function pageSecret(): string {
  const kept = localStorage.getItem(KEY);
  if (kept !== null) return kept;
  const made = base64url(crypto.getRandomValues(new Uint8Array(BYTES)));
  localStorage.setItem(KEY, made);
  return made;
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
