/**
 * `NO_PROXY` by the rules of curl and Go: names with their subdomains, with or without a dot or `*.` before
 * them, addresses, networks, each with or without a port, and `*` for everything. Networks match addresses
 * that a URL names; names are compared as they are written, since to resolve them is the proxy's reason.
 */
import { isWithin, readAddress, readNetwork } from './address.ts';

/** @param port the port of the connection, also where the URL does not name it */
export type Bypasses = (hostname: string, port: number) => boolean;

const withoutDot = (name: string): string => name.replace(/\.$/, '');
const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

export function bypassesOf(noProxy: string): Bypasses {
  const entries = noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(entryOf);
  return (hostname, port) => {
    const host = withoutDot(withoutBrackets(hostname.toLowerCase()));
    return entries.some((matches) => matches(host, port));
  };
}

function entryOf(text: string): Bypasses {
  if (text === '*') return () => true;
  // An IPv6 address without brackets has no port.
  const whole = readNetwork(text);
  const [, head = text, digits] = (!whole && /^(.+):(\d{1,5})$/.exec(text)) || [];
  const isPort = (port: number): boolean => digits === undefined || Number(digits) === port;
  const network = whole ?? readNetwork(head);
  if (network) {
    return (host, port) => {
      const address = readAddress(host);
      return isPort(port) && address !== undefined && isWithin(address, network);
    };
  }
  const name = withoutDot(head.replace(/^\*?\./, ''));
  return (host, port) => isPort(port) && (host === name || host.endsWith(`.${name}`));
}
