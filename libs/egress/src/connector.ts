/** Connections of the HTTP client: to no address that was not checked. */
import { buildConnector } from 'undici';
import { guardedLookup, resolveBySystem } from './guarded-lookup.ts';
import type { EgressOptions } from './outbound-call.ts';
import { openTunnel } from './tunnel.ts';

/** Longest time until a connection is made, the DNS lookup included. */
export const CONNECT_MS = 10_000;

/** Connects directly or through the proxy; either way to an address that the lookup has checked. */
export function connectorOf({
  allow,
  proxy,
  resolve = resolveBySystem,
}: EgressOptions): buildConnector.connector {
  const lookup = guardedLookup(allow, resolve);
  const connect = buildConnector({ lookup, timeout: CONNECT_MS });
  if (!proxy) return connect;
  return (target, callback) => {
    const { hostname, protocol } = target;
    const port = Number(target.port) || (protocol === 'https:' ? 443 : 80);
    if (proxy.bypasses(hostname, port)) {
      connect(target, callback);
      return;
    }
    openTunnel(proxy, { hostname, port, timeoutMs: CONNECT_MS }, lookup).then(
      (httpSocket) => {
        if (protocol === 'https:') connect({ ...target, httpSocket }, callback);
        else callback(null, httpSocket);
      },
      (error: Error) => callback(error, null),
    );
  };
}
