/** What of this machine a program needs, other than the internet: its gateway and its resolver. */
import { lookup } from 'node:dns/promises';
import { readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { BlockList, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';

export interface Reach {
  /** Ports of the machine's loopback that are ports of the program's, too. */
  readonly loopbackPorts: readonly number[];
  /** The gateway is at an address of this machine other than the loopback. */
  readonly isAtOwnAddress: boolean;
  readonly nameServer?: NameServer;
}

export interface NameServer {
  /** Stands, inside, for the first server in /etc/resolv.conf. */
  readonly address: string;
  /** A file that names it. */
  readonly resolvConf: string;
}

/** Of the range for benchmarks, in which no machine of the internet is. */
const NAME_SERVER = '198.18.0.53';
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');
const isLoopback = (address: string): boolean =>
  loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** @param apiUrl SERVICE_API_URL of the program; of a name that is not found, nothing is of this machine */
export async function reachOf(
  apiUrl: string | undefined,
  ports: readonly number[],
): Promise<Omit<Reach, 'nameServer'>> {
  const url = apiUrl === undefined ? null : URL.parse(apiUrl);
  if (!url) return { loopbackPorts: ports, isAtOwnAddress: false };
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const found = await lookup(name, { all: true }).catch(() => []);
  const addresses = found.map(({ address }) => address);
  const port = Number(url.port) || DEFAULT_PORTS[url.protocol];
  const isLocal = port !== undefined && addresses.some(isLoopback);
  const loopbackPorts = isLocal ? [...new Set([port, ...ports])] : ports;
  return { loopbackPorts, isAtOwnAddress: !isLocal && addresses.some(isOwn) };
}

const isOwn = (address: string): boolean =>
  Object.values(networkInterfaces()).some((all) => all?.some((own) => own.address === address));

/** @returns undefined if the servers of /etc/resolv.conf are reached as they are */
export function nameServerIn(runsDir: string): NameServer | undefined {
  const text = redirectNameServers(readResolvConf());
  if (text === undefined) return undefined;
  const resolvConf = join(runsDir, '.resolv.conf');
  // Programs that run keep the file that they have.
  writeFileSync(`${resolvConf}.new`, text, { mode: 0o644 });
  renameSync(`${resolvConf}.new`, resolvConf);
  return { address: NAME_SERVER, resolvConf };
}

function readResolvConf(): string {
  try {
    return readFileSync('/etc/resolv.conf', 'utf8');
  } catch {
    return '';
  }
}

/** Where the file really is: it may be a link into /run. */
export const resolvConfPath = (): string => realpathSync('/etc/resolv.conf');

/**
 * EDNS keeps answers in one datagram: older releases of pasta pass no other on.
 *
 * @returns undefined if the first server is not on the loopback
 */
export function redirectNameServers(text: string): string | undefined {
  const lines = text.split('\n');
  const isServer = (line: string): boolean => /^\s*nameserver\s/.test(line);
  const first = lines.find(isServer)?.trim().split(/\s+/)[1];
  if (first === undefined || !isLoopback(first)) return undefined;
  const others = lines.filter((line) => !isServer(line) && line.trim() !== '');
  return [...others, `nameserver ${NAME_SERVER}`, 'options edns0', ''].join('\n');
}
