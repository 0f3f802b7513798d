/** The connection to NATS: reconnects without limit; a server that is too old fails the start. */
import {
  connect,
  nkeyAuthenticator,
  type NatsConnection,
  type NodeConnectionOptions,
} from '@nats-io/transport-node';
import type { BaseConfig } from '../config.ts';
import type { Logger } from '../telemetry/logger.ts';
import { tlsOf, urlsIn } from './nats-tls.ts';
import { inboxPrefixOf } from './permissions.ts';

/** Oldest supported server: it reloads its users and permissions at the request of the system user. */
const OLDEST_VERSION = [2, 10, 0] as const;
const RECONNECT_WAIT_MS = 250;
/** Interval at which a process says that it waits for its first connection. */
const WARN_EVERY_MS = 5_000;
const PING_INTERVAL_MS = 10_000;
const PINGS_UNANSWERED_MAX = 2;

export type NatsConfig = Pick<
  BaseConfig,
  'NATS_URL' | 'NATS_NKEY_SEED' | 'NATS_CA' | 'NATS_CERT' | 'NATS_KEY'
>;

export interface NatsOptions {
  readonly config: NatsConfig;
  /** NATS user, whose inbox gets the answers. */
  readonly user: string;
  /** Name of the connection in the server's lists. */
  readonly name: string;
  readonly log: Logger;
}

export async function openNats({ config, user, name, log }: NatsOptions): Promise<NatsConnection> {
  const tls = tlsOf(config);
  const options: NodeConnectionOptions = {
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
    // Capturing a stack trace per request would cost more than the request.
    noAsyncTraces: true,
  };
  const warning = setInterval(
    () =>
      log.warn(
        { servers: options.servers },
        'waiting for NATS: unreachable, its certificate is not trusted, or it refuses this user',
      ),
    WARN_EVERY_MS,
  );
  const nats = await connect(options).finally(() => clearInterval(warning));
  requireSupportedVersion(nats);
  void logStatusChanges(nats, log);
  return nats;
}

const serversIn = (url: string) => ({ servers: urlsIn(url).map(({ host }) => host) });

/** Credentials of `nats://user:pass@host:port,host2:port` or `nats://token@host`. */
function credentialsIn(url: string) {
  const [first] = urlsIn(url);
  const user = decodeURIComponent(first?.username ?? '');
  const pass = decodeURIComponent(first?.password ?? '');
  if (user && pass) return { user, pass };
  return user ? { token: user } : {};
}

function requireSupportedVersion(nats: NatsConnection): void {
  const version = nats.info?.version ?? '0.0.0';
  const parts = version.split(/[.-]/).map(Number);
  for (const [index, least] of OLDEST_VERSION.entries()) {
    const part = parts[index] ?? 0;
    if (part > least) return;
    if (part < least)
      throw new Error(
        `NATS ${version} is too old: ${OLDEST_VERSION.join('.')} or newer is required`,
      );
  }
}

/** Whether the connection is up: what is published while it is down waits in memory without a limit. */
export function openIsConnected(nats: NatsConnection): () => boolean {
  let isUp = true;
  void (async () => {
    for await (const { type } of nats.status()) {
      if (type === 'disconnect') isUp = false;
      if (type === 'reconnect') isUp = true;
    }
  })();
  return () => isUp && !nats.isClosed() && !nats.isDraining();
}

/** Calls it after each reconnect: what was published meanwhile has not been received. */
export function onReconnect(nats: NatsConnection, call: () => void): void {
  void (async () => {
    for await (const { type } of nats.status()) if (type === 'reconnect') call();
  })();
}

/** An error that is repeated, such as by each attempt to connect again, is logged once. */
async function logStatusChanges(nats: NatsConnection, log: Logger): Promise<void> {
  let logged = '';
  for await (const status of nats.status()) {
    if (status.type === 'disconnect' || status.type === 'reconnect') {
      log.warn({ nats: status.type }, 'NATS connection changed');
      // A refused attempt is a disconnection, too, and its error is the same again.
      if (status.type === 'reconnect') logged = '';
    } else if (status.type === 'error' && status.error.message !== logged) {
      log.warn({ err: status.error }, 'NATS reported an error');
      logged = status.error.message;
    }
  }
}
