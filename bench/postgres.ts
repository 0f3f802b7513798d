/** What Postgres does for a request: CPU time by connection, and the size of the log it writes. */
import { readProcesses, TICK_MS, type Amounts } from '@muster/local/machine';
import type { Stack } from '@muster/local/stack';
import pg from 'pg';

export interface PostgresMeter {
  /** Kilobytes of log and CPU milliseconds by connection, since the meter was opened. */
  read(): Promise<Amounts>;
  close(): Promise<void>;
}

export async function openPostgresMeter({ databaseUrl }: Stack): Promise<PostgresMeter> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'meter' });
  client.on('error', () => undefined);
  await client.connect();
  // The count of a backend is lost when it ends, so the last one is kept by process id.
  const seen = new Map<number, { name: string; ms: number }>();
  return {
    async read() {
      const log = await client.query<{ kilobytes: number }>(`
        select (pg_current_wal_insert_lsn() - '0/0')::float8 / 1024 as kilobytes`);
      const backends = await client.query<{ pid: number; name: string }>(`
        select pid, 'ms for ' || application_name as name from pg_stat_activity
        where application_name not in ('', 'meter')`);
      const processes = readProcesses();
      for (const { pid, name } of backends.rows) {
        // None when the connection was closed since, or the server runs where we cannot look.
        const ticks = processes.get(pid)?.ownTicks;
        seen.set(pid, {
          name,
          ms: ticks === undefined ? (seen.get(pid)?.ms ?? 0) : ticks * TICK_MS,
        });
      }
      const amounts = new Map([['WAL kB', log.rows[0]?.kilobytes ?? 0]]);
      for (const { name, ms } of seen.values()) amounts.set(name, (amounts.get(name) ?? 0) + ms);
      return amounts;
    },
    close: () => client.end(),
  };
}
