/** Names in the header `Host`. A name that a stranger may point at this machine is not one of its own. */
import { isIP, isIPv4 } from 'node:net';

/** As URLs spell it, without the port; undefined for what is no host. */
export function hostnameOf(host: string | undefined): string | undefined {
  const url = `http://${host}`;
  if (host === undefined || !URL.canParse(url)) return undefined;
  const { hostname, pathname, username, password, search, hash } = new URL(url);
  // Only a host may be there: `a@b`, `a/b` and the like have other parts.
  return pathname === '/' && username + password + search + hash === '' ? hostname : undefined;
}

const addressIn = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

export function isLoopback(hostname: string): boolean {
  const address = addressIn(hostname);
  return (
    hostname === 'localhost' || address === '::1' || (isIPv4(address) && address.startsWith('127.'))
  );
}

/** Names that lead nowhere else, whatever a name server says. */
export const isLoopbackOrAddress = (hostname: string): boolean =>
  isLoopback(hostname) || isIP(addressIn(hostname)) !== 0;
