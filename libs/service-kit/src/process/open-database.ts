/** The connections of a service to Postgres: for transactions, positions, reads and long reads. */
import type { Contract } from '@muster/contracts';
import type { ClientConfig, Pool } from 'pg';
import type { BaseConfig } from '../config.ts';
import {
  ASYNC_COMMIT_CONNECTIONS,
  connectionConfig,
  openAsyncCommitPool,
  openPool,
  renewOnStandby,
} from '../postgres/pool.ts';
import { openReadConnections } from '../postgres/read-connections.ts';
import { CANCELLING_CONNECTIONS, openSlowReads, type SlowReads } from '../postgres/slow-reads.ts';
import type { Runtime } from '../runtime.ts';
import type { Logger } from '../telemetry/logger.ts';

/** The connection whose session holds the locks of partitions. */
const SESSION_CONNECTIONS = 1;
/** Connections of one process beside those that `DB_POOL_MAX` and the variables of reads limit. */
export const CONNECTIONS_BESIDE_POOLS =
  ASYNC_COMMIT_CONNECTIONS + CANCELLING_CONNECTIONS + SESSION_CONNECTIONS;

export interface Database extends Pick<Runtime, 'pool' | 'db' | 'dbInScope'> {
  /** Commits without waiting for the disk; see `openAsyncCommitPool`. */
  readonly asyncCommitPool: Pool;
  readonly slowReads: SlowReads;
  /** For the one connection whose session holds locks. */
  readonly sessionConfig: ClientConfig;
  readonly schema: string;
  readonly endDatabase: () => Promise<void>;
}

export const schemaOf = (contract: Contract, config: Pick<BaseConfig, 'DB_SCHEMA'>): string =>
  config.DB_SCHEMA ?? contract.name;

export const roleOf = (contract: Contract, config: Pick<BaseConfig, 'DB_ROLE'>): string =>
  config.DB_ROLE ?? `muster_${contract.name}`;

export function openDatabase(
  contract: Contract,
  config: BaseConfig,
  applicationName: string,
  log: Logger,
): Database {
  const database = {
    databaseUrl: config.DATABASE_URL,
    schema: schemaOf(contract, config),
    applicationName,
  };
  const ownConfig = connectionConfig(database);
  const connection = connectionConfig({ ...database, role: roleOf(contract, config) });
  const pool = openPool({ ...connection, max: config.DB_POOL_MAX }, log);
  const asyncCommitPool = openAsyncCommitPool(connection, log);
  const reads = openReadConnections({
    config: connection,
    connections: config.DB_READ_CONNECTIONS,
    log,
  });
  const slowReads = openSlowReads({
    config: connection,
    ownConfig,
    connections: config.DB_LONG_READ_CONNECTIONS,
    log,
  });
  renewOnStandby([pool, asyncCommitPool], reads, slowReads);
  return {
    pool,
    asyncCommitPool,
    slowReads,
    sessionConfig: ownConfig,
    schema: database.schema,
    db: reads.inScope('all'),
    dbInScope: reads.inScope,
    endDatabase: async () => {
      await Promise.all([reads.end(), slowReads.end(), pool.end(), asyncCommitPool.end()]);
    },
  };
}
