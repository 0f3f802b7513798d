/**
 * Where a program may have a person led back to. Addresses are compared as they are written; only the port
 * of the loopback is free, because a program on the person's machine takes one that is (RFC 8252).
 */

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);
/** Schemes that a browser or a mail program carries out itself; all others belong to an application. */
const NOT_OF_APPLICATIONS =
  /^(?:about|blob|data|file|filesystem|ftp|javascript|mailto|tel|vbscript|view-source|wss?):$/;
const HAS_AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i;

export function isRedirectUri(text: string): boolean {
  if (!URL.canParse(text) || text.includes('#') || !HAS_AUTHORITY.test(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  if (protocol === 'http:') return LOOPBACK.has(hostname);
  return !NOT_OF_APPLICATIONS.test(protocol);
}

export const isRegistered = (registered: readonly string[], given: string): boolean =>
  isRedirectUri(given) && registered.some((one) => one === given || sameButForPort(one, given));

function sameButForPort(one: string, other: string): boolean {
  return withoutPort(one) !== undefined && withoutPort(one) === withoutPort(other);
}

/** Undefined unless it leads to the loopback. */
function withoutPort(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'http:' || !LOOPBACK.has(url.hostname)) return undefined;
  url.port = '';
  return url.href;
}

/** With what the program is told; a query that it has stays. */
export function redirectTo(
  uri: string,
  told: Readonly<Record<string, string | undefined>>,
): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(told)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}
