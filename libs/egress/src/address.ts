/**
 * Whether an IP address is public, decided by its parsed value and never by its spelling. An address
 * that is not known to be public is not: translated and tunnelled addresses lead to the address that
 * they contain, so all of them are refused.
 */
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.parse>;

/** The only range of global unicast addresses assigned so far. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** The same value for every spelling; an IPv4-mapped address is the IPv4 address. */
export const readAddress = (text: string): Address | undefined => {
  // A zone id names an interface of this machine.
  if (text.includes('%')) return undefined;
  const isAddress = text.includes(':')
    ? ipaddr.IPv6.isValid(text)
    : ipaddr.IPv4.isValidFourPartDecimal(text);
  return isAddress ? ipaddr.process(text) : undefined;
};

export const isPublic = (address: Address): boolean =>
  address.range() === 'unicast' &&
  (!(address instanceof ipaddr.IPv6) || address.match(globalUnicast));

/** Bits of an IPv6 address that a provider gives to one customer at least. */
const NETWORK_BITS = 64;

/**
 * The part of an address that its owner cannot choose freely, to count by: an IPv4 address, or the
 * network of an IPv6 address. A text that is no address stays as it is.
 */
export function networkOf(text: string): string {
  // Every request is counted by its address, and most are written in this form already.
  if (isIPv4(text)) return text;
  const address = readAddress(text);
  if (!(address instanceof ipaddr.IPv6)) return address?.toString() ?? text;
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${NETWORK_BITS}`).toString();
}

export const isWithin = (address: Address, [network, bits]: [Address, number]): boolean =>
  address.kind() === network.kind() && address.match(network, bits);

/** `10.0.0.0/8`, or one address; undefined for a name. */
export function readNetwork(text: string): [Address, number] | undefined {
  const [head = '', bits, ...more] = text.split('/');
  const address = readAddress(head.replace(/^\[(.*)\]$/, '$1'));
  if (!address || more.length > 0) return undefined;
  const all = address.kind() === 'ipv4' ? 32 : 128;
  if (bits === undefined) return [address, all];
  return /^\d{1,3}$/.test(bits) && Number(bits) <= all ? [address, Number(bits)] : undefined;
}
