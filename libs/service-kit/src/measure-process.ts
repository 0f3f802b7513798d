/** What a process says of itself: its release, its schema, its connections. */
import { readdir } from 'node:fs/promises';
import type { Metrics } from './metrics.ts';
import { kitMigrations } from './migrate.ts';
import type { Runtime } from './runtime.ts';
import { one, sql, type Db } from './sql.ts';

export async function measureProcess(
  { metrics, pool, config, db }: Runtime,
  { version, migrations }: { readonly version: string; readonly migrations: URL },
): Promise<Metrics> {
  const { poolConnections } = metrics;
  metrics.build.set({ version }, 1);
  metrics.poolConnectionsMax.set(config.DB_POOL_MAX);
  metrics.migrations.set({ state: 'known' }, await countKnown([kitMigrations, migrations]));
  metrics.migrations.set({ state: 'applied' }, await countApplied(db));
  Object.assign(poolConnections, {
    collect: () => {
      poolConnections.set({ state: 'idle' }, pool.idleCount);
      poolConnections.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      poolConnections.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  return metrics;
}

async function countKnown(folders: readonly URL[]): Promise<number> {
  const files = await Promise.all(folders.map((folder) => readdir(folder)));
  return files.flat().filter((file) => file.endsWith('.sql')).length;
}

const countApplied = async (db: Db): Promise<number> =>
  (await one<{ count: number }>(db, sql`select count(*)::int4 as count from migrations`)).count;
