/**
 * After a failover a connection may lead to the former primary, which may be a standby by then: it refuses writes, and
 * answers reads with what was stored before. So the first refused write ends all connections of the process; new ones
 * lead to the server that the address names by then.
 */
import type { Pool } from 'pg';
import { isReadOnlyTransaction } from './pool.ts';

/** Until the address names the new primary, each write is refused: its reads are not to be ended each time. */
const RENEW_EVERY_MS = 1_000;

export interface Renewable {
  /** Ends the connections that are open: what follows opens others. */
  renew(): void;
}

/** Connections for single statements: most of them read, and some write. */
export interface SharedConnections extends Renewable {
  /** Called with the failure of each statement. */
  onFailed(listener: (error: unknown) => void): void;
}

/** Those in use are ended when they are given back with the refusal of their own write. */
export const renewIdle = (pool: Pool): void => {
  for (let idle = pool.idleCount; idle > 0; idle -= 1) {
    pool.connect().then(
      (client) => client.release(true),
      () => undefined,
    );
  }
};

/** Watches the connections that write. */
export function renewOnStandby(
  pools: readonly Pool[],
  shared: SharedConnections,
  slowReads: Renewable,
): void {
  let renewedAt = -Infinity;
  const onFailed = (error: unknown): void => {
    if (!isReadOnlyTransaction(error) || performance.now() - renewedAt < RENEW_EVERY_MS) return;
    renewedAt = performance.now();
    for (const pool of pools) renewIdle(pool);
    shared.renew();
    slowReads.renew();
  };
  for (const pool of pools) pool.on('release', onFailed);
  shared.onFailed(onFailed);
}
