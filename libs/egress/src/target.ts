/** An address that a tenant gave, before anything is looked up. */
import { isPublic, readAddress } from './address.ts';
import { allowsAddress, allowsHost, type AllowList } from './allow-list.ts';
import { EgressError } from './egress-error.ts';

/**
 * Refuses what can be refused without a lookup. Literal addresses are judged here, because nobody
 * looks them up: the parser of URLs has turned their every spelling into one.
 */
export function targetOf(allow: AllowList, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new EgressError('egress_invalid_url');
  }
  const name = nameOf(url);
  if (name === '') throw new EgressError('egress_invalid_url');
  if (readAddress(name)) judge(allow, name);
  const isAllowed = allowsHost(allow, name) || allowsAddress(allow, name);
  // Whether a name lies in an allowed network is known when it is looked up, and http waits for
  // nothing: only a host that is allowed as it stands in the address goes without encryption.
  if (url.protocol === 'http:' && !isAllowed) throw new EgressError('egress_plain_http');
  return url;
}

/** Without the brackets of a literal and the dot at the end of a name. */
const nameOf = ({ hostname }: URL): string =>
  hostname.toLowerCase().replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

/** Throws unless the address is public or allowed. */
export function judge(allow: AllowList, text: string): void {
  const address = readAddress(text);
  if (!address) throw new EgressError('egress_not_allowed');
  if (!allowsAddress(allow, text) && !isPublic(address)) {
    throw new EgressError('egress_not_allowed');
  }
}
