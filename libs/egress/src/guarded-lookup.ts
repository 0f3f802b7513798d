/**
 * The DNS lookup of the connection itself: the checked address is the one that is connected to, so
 * that a name cannot resolve differently for the check and for the connection. One forbidden address
 * among several refuses the request.
 */
import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { allowsHost, type AllowList } from './allow-list.ts';
import { EgressError } from './egress-error.ts';
import { requireAllowed } from './target.ts';

export type Resolve = (
  name: string,
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

export const resolveBySystem: Resolve = (name, done) =>
  systemLookup(name, { all: true, order: 'verbatim' }, done);

export const guardedLookup =
  (allow: AllowList, resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      const failure = error ?? refusalOf(allow, hostname, addresses);
      const [first] = addresses ?? [];
      if (failure || !first) {
        const refusal =
          failure instanceof EgressError ? failure : new EgressError('egress_unresolved', failure);
        callback(refusal, '', 0);
      } else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

function refusalOf(
  allow: AllowList,
  hostname: string,
  addresses: readonly LookupAddress[],
): Error | undefined {
  if (allowsHost(allow, hostname.toLowerCase().replace(/\.$/, ''))) return undefined;
  try {
    for (const { address } of addresses) requireAllowed(allow, address);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
