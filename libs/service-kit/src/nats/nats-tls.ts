/** TLS to NATS: whom its certificates are verified with, and for which servers they have to be. */
import { isIP } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import type { TlsOptions } from '@nats-io/transport-node';
import type { BaseConfig } from '../config.ts';

type TlsConfig = Pick<BaseConfig, 'NATS_URL' | 'NATS_CA' | 'NATS_CERT' | 'NATS_KEY'>;

export const urlsIn = (url: string): URL[] =>
  url.split(',').map((part) => new URL(part.includes('://') ? part : `nats://${part}`));

/** Nothing where neither the URL nor an authority asks for TLS. */
export function tlsOf({
  NATS_URL,
  NATS_CA,
  NATS_CERT,
  NATS_KEY,
}: TlsConfig): TlsOptions | undefined {
  if (!NATS_CA && !NATS_URL.startsWith('tls://')) return undefined;
  return {
    ...(NATS_CA ? { ca: NATS_CA } : {}),
    ...(NATS_CERT && NATS_KEY ? { cert: NATS_CERT, key: NATS_KEY } : {}),
    ...identityOf(NATS_URL),
  };
}

/**
 * The client gives Node the name of a server, and nothing where that is an address: Node then expects a certificate for
 * `localhost`. A certificate has to be valid for one of the servers that the URL names.
 */
function identityOf(url: string): object {
  const hosts = urlsIn(url).map(({ hostname }) => hostname.replaceAll(/^\[|\]$/g, ''));
  if (!hosts.some((host) => isIP(host) > 0)) return {};
  return {
    checkServerIdentity: (_: string, certificate: PeerCertificate): Error | undefined => {
      const faults = hosts.map((host) => checkServerIdentity(host, certificate));
      return faults.includes(undefined) ? undefined : faults[0];
    },
  };
}
