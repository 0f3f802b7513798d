/** Checks of a tenant's URL before its name is resolved. */
import { isPublic, readAddress } from './address.ts';
import { allowsAddress, allowsHost, type AllowList } from './allow-list.ts';
import { EgressError } from './egress-error.ts';

/**
 * Refuses what can be refused without a DNS lookup. IP literals are checked here, because they are
 * never looked up; the URL parser has normalized their spelling.
 */
export function targetOf(allow: AllowList, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new EgressError('egress_invalid_url');
  }
  const name = nameOf(url);
  if (name === '') throw new EgressError('egress_invalid_url');
  if (readAddress(name)) requireAllowed(allow, name);
  const isAllowed = allowsHost(allow, name) || allowsAddress(allow, name);
  // Whether a name is in an allowed network is known only after the lookup, so plain http needs a
  // host that is allowed as it is written in the URL.
  if (url.protocol === 'http:' && !isAllowed) throw new EgressError('egress_plain_http');
  return url;
}

/** Without the brackets of an IPv6 literal and the trailing dot of a name. */
const nameOf = ({ hostname }: URL): string =>
  hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');

/** Throws unless the address is public or allowed. */
export function requireAllowed(allow: AllowList, text: string): void {
  const address = readAddress(text);
  if (!address) throw new EgressError('egress_not_allowed');
  if (!allowsAddress(allow, text) && !isPublic(address)) {
    throw new EgressError('egress_not_allowed');
  }
}
