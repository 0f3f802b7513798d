/**
 * The lookup of the connection itself: what was judged is what is connected to, so that a name
 * cannot answer one thing to the check and another to the connection. One bad address among several
 * is a refusal, not something to choose around.
 */
import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { allowsHost, type AllowList } from './allow-list.ts';
import { EgressError } from './egress-error.ts';
import { judge } from './target.ts';

export type Resolve = (
  name: string,
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

export const resolveBySystem: Resolve = (name, done) =>
  systemLookup(name, { all: true, order: 'verbatim' }, done);

export const guardedLookup = (allow: AllowList, resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      const failure = error ?? faultOf(allow, hostname, addresses);
      const [first] = addresses ?? [];
      if (failure || !first) {
        const fault = failure instanceof EgressError
          ? failure
          : new EgressError('egress_unresolved', failure);
        callback(fault, '', 0);
      } else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

function faultOf(
  allow: AllowList,
  hostname: string,
  addresses: readonly LookupAddress[],
): Error | undefined {
  if (allowsHost(allow, hostname.toLowerCase().replace(/\.$/, ''))) return undefined;
  try {
    for (const { address } of addresses) judge(allow, address);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
