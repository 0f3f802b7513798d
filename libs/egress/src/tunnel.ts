/**
 * Tunnels through the operator's proxy (CONNECT). The tunnel leads to an address that was checked here, never to a
 * name that the proxy would resolve once more; only where the operator says that the proxy resolves names, it
 * gets the name. The proxy itself is the operator's and is not checked.
 */
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, isIPv6, type LookupFunction, type Socket } from 'node:net';
import type { LookupAddress } from 'node:dns';
import { EgressError } from './egress-error.ts';
import type { Proxy } from './proxy.ts';

/** Answers of a proxy that could not reach the address: another address of the host may be reached. */
const UNREACHED = new Set([502, 503, 504]);
const WRONG_CREDENTIALS = 407;
/** A name has few addresses, and the whole request has seconds. */
const ADDRESSES_MAX = 4;

export interface TunnelTarget {
  /** Without brackets. */
  readonly hostname: string;
  readonly port: number;
  /** Of the connection to the proxy and its answer together. */
  readonly timeoutMs: number;
}

/** Rejects with an EgressError. */
export async function openTunnel(
  proxy: Proxy,
  target: TunnelTarget,
  lookup: LookupFunction,
): Promise<Socket> {
  const signal = AbortSignal.timeout(target.timeoutMs);
  // A literal address was checked before.
  const hosts =
    proxy.resolvesNames || isIP(target.hostname) !== 0
      ? [target.hostname]
      : await addressesOf(target.hostname, lookup, signal);
  let failure: unknown;
  for (const host of hosts.slice(0, ADDRESSES_MAX)) {
    try {
      return await connectTo(proxy, `${isIPv6(host) ? `[${host}]` : host}:${target.port}`, signal);
    } catch (error) {
      failure = error;
      if (!(error instanceof EgressError) || error.code !== 'egress_failed') throw error;
    }
  }
  throw failure;
}

/** IPv4 first: many proxies have no IPv6. */
function addressesOf(
  hostname: string,
  lookup: LookupFunction,
  signal: AbortSignal,
): Promise<string[]> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new EgressError('egress_timeout')));
    lookup(hostname, { all: true }, (error, found) => {
      if (error) return reject(error);
      const addresses = found as LookupAddress[];
      resolve(addresses.toSorted((a, b) => a.family - b.family).map(({ address }) => address));
    });
  });
}

/** @param authority the host and port to connect to, as CONNECT names them */
function connectTo(proxy: Proxy, authority: string, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const asked = ask(proxy, authority, signal);
    asked.once('connect', ({ statusCode = 0 }: IncomingMessage, socket: Socket, head: Buffer) => {
      if (statusCode >= 200 && statusCode < 300) {
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(refusalOf(statusCode));
    });
    asked.once('error', (error) => {
      const code = signal.aborted ? 'egress_timeout' : 'egress_proxy_failed';
      reject(new EgressError(code, error));
    });
    asked.end();
  });
}

function ask({ url, authorization }: Proxy, authority: string, signal: AbortSignal): ClientRequest {
  const isTls = url.protocol === 'https:';
  return (isTls ? httpsRequest : httpRequest)({
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (isTls ? 443 : 80),
    method: 'CONNECT',
    path: authority,
    headers: {
      host: authority,
      ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }),
    },
    agent: false,
    signal,
  });
}

function refusalOf(status: number): EgressError {
  const cause = new Error(`CONNECT was answered with ${status}`);
  if (UNREACHED.has(status)) return new EgressError('egress_failed', cause);
  if (status === WRONG_CREDENTIALS) return new EgressError('egress_proxy_failed', cause);
  return new EgressError('egress_proxy_refused', cause);
}
