/** The connection to NATS: it comes back for ever, and too old a server is refused at start. */
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Log } from './log.ts';

/** Oldest server with prioritized pulls and the fixes that we rely on. */
const FLOOR = [2, 12, 0] as const;
const RECONNECT_WAIT_MS = 250;
const PING_INTERVAL_MS = 10_000;
const PINGS_UNANSWERED_MAX = 2;

export async function openNats(url: string, name: string, log: Log): Promise<NatsConnection> {
  const { servers, user, pass, token } = credentialsOf(url);
  const nats = await connect({
    servers,
    name,
    ...(user && pass ? { user, pass } : {}),
    ...(token ? { token } : {}),
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

/** `nats://user:pass@host:port,host2:port` → what the client takes apart. */
function credentialsOf(url: string) {
  const list = url.split(',').map((part) => (part.includes('://') ? part : `nats://${part}`));
  const first = new URL(list[0] as string);
  const user = decodeURIComponent(first.username);
  const pass = decodeURIComponent(first.password);
  return {
    servers: list.map((part) => new URL(part).host),
    user: pass ? user : '',
    pass,
    token: user && !pass ? user : '',
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
