/** The connection to NATS: it comes back for ever, and too old a server is refused at start. */
import {
  connect, nkeyAuthenticator, type NatsConnection, type TlsOptions,
} from '@nats-io/transport-node';
import type { BaseConfig } from './config.ts';
import type { Log } from './log.ts';
import { inboxPrefixOf } from './permissions.ts';

/** Oldest server with prioritized pulls and the fixes that we rely on. */
const FLOOR = [2, 12, 0] as const;
const RECONNECT_WAIT_MS = 250;
const PING_INTERVAL_MS = 10_000;
const PINGS_UNANSWERED_MAX = 2;

export type NatsConfig =
  Pick<BaseConfig, 'NATS_URL' | 'NATS_NKEY_SEED' | 'NATS_CA' | 'NATS_CERT' | 'NATS_KEY'>;

export interface NatsOptions {
  readonly config: NatsConfig;
  /** Whose inbox answers come to. */
  readonly user: string;
  /** Of this process, for the server's own lists. */
  readonly name: string;
  readonly log: Log;
}

export async function openNats(
  { config, user, name, log }: NatsOptions,
): Promise<NatsConnection> {
  const tls = tlsOf(config);
  const nats = await connect({
    ...serversIn(config.NATS_URL),
    ...(config.NATS_NKEY_SEED
      ? { authenticator: nkeyAuthenticator(new TextEncoder().encode(config.NATS_NKEY_SEED)) }
      : credentialsIn(config.NATS_URL)),
    ...(tls ? { tls } : {}),
    name,
    inboxPrefix: inboxPrefixOf(user),
    maxReconnectAttempts: -1,
    waitOnFirstConnect: true,
    reconnectTimeWait: RECONNECT_WAIT_MS,
    pingInterval: PING_INTERVAL_MS,
    maxPingOut: PINGS_UNANSWERED_MAX,
    ignoreAuthErrorAbort: true,
    // A stack for each request that might time out costs more than the request.
    noAsyncTraces: true,
  });
  refuseOldServer(nats);
  void logStatus(nats, log);
  return nats;
}

const urlsIn = (url: string): URL[] =>
  url.split(',').map((part) => new URL(part.includes('://') ? part : `nats://${part}`));

const serversIn = (url: string) => ({ servers: urlsIn(url).map(({ host }) => host) });

/** `nats://user:pass@host:port,host2:port` or `nats://token@host` → what the client takes apart. */
function credentialsIn(url: string) {
  const [first] = urlsIn(url);
  const user = decodeURIComponent(first?.username ?? '');
  const pass = decodeURIComponent(first?.password ?? '');
  if (user && pass) return { user, pass };
  return user ? { token: user } : {};
}

function tlsOf({ NATS_URL, NATS_CA, NATS_CERT, NATS_KEY }: NatsConfig): TlsOptions | undefined {
  if (!NATS_CA && !NATS_URL.startsWith('tls://')) return undefined;
  return {
    ...(NATS_CA ? { ca: NATS_CA } : {}),
    ...(NATS_CERT && NATS_KEY ? { cert: NATS_CERT, key: NATS_KEY } : {}),
  };
}

function refuseOldServer(nats: NatsConnection): void {
  const version = nats.info?.version ?? '0.0.0';
  const parts = version.split(/[.-]/).map(Number);
  for (const [index, least] of FLOOR.entries()) {
    const part = parts[index] ?? 0;
    if (part > least) return;
    if (part < least) throw new Error(`NATS ${version} is too old, ${FLOOR.join('.')} is needed`);
  }
}

async function logStatus(nats: NatsConnection, log: Log): Promise<void> {
  for await (const status of nats.status()) {
    if (status.type === 'disconnect' || status.type === 'reconnect') {
      log.warn({ nats: status.type }, 'the connection to NATS changed');
    }
  }
}
