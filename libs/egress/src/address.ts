/**
 * Whether an address is one of the open internet, judged by its number and never by its spelling.
 * What is not known to be public is not: an address inside another one (mapped, translated,
 * tunnelled) leads where its inside says, so none of them is let out.
 */
import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.parse>;

/** All that is given out to the public so far. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** One number for every spelling; a mapped one is the address that it maps. */
export const readAddress = (text: string): Address | undefined => {
  // A zone names an interface of this machine.
  if (text.includes('%')) return undefined;
  const isAddress = text.includes(':')
    ? ipaddr.IPv6.isValid(text)
    : ipaddr.IPv4.isValidFourPartDecimal(text);
  return isAddress ? ipaddr.process(text) : undefined;
};

export const isPublic = (address: Address): boolean =>
  address.range() === 'unicast' &&
  (!(address instanceof ipaddr.IPv6) || address.match(globalUnicast));

export const isWithin = (address: Address, [network, bits]: [Address, number]): boolean =>
  address.kind() === network.kind() && address.match(network, bits);

/** `10.0.0.0/8`, or one address; nothing where it is a name. */
export function readNetwork(text: string): [Address, number] | undefined {
  const [head = '', bits, ...more] = text.split('/');
  const address = readAddress(head.replace(/^\[(.*)\]$/, '$1'));
  if (!address || more.length > 0) return undefined;
  const all = address.kind() === 'ipv4' ? 32 : 128;
  if (bits === undefined) return [address, all];
  return /^\d{1,3}$/.test(bits) && Number(bits) <= all ? [address, Number(bits)] : undefined;
}
