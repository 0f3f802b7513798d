/** What Postgres does for a request: for whom it works, and how much it writes down. */
import { readFileSync } from 'node:fs';
import { TICK_MS, type Amounts } from '@muster/tools/machine';
import type { Stack } from '@muster/tools/stack';
import pg from 'pg';

export interface PostgresMeter {
  /** Kilobytes of log and CPU milliseconds by connection, since the meter was opened. */
  read(): Promise<Amounts>;
  close(): Promise<void>;
}

/** Fields of /proc/<pid>/stat after the name: user and system time. */
const OWN_TIMES = [11, 12];

export async function openPostgresMeter({ databaseUrl }: Stack): Promise<PostgresMeter> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'meter' });
  client.on('error', () => undefined);
  await client.connect();
  // A backend that ends takes its own count with it, so each is kept by its process.
  const seen = new Map<number, { name: string; ms: number }>();
  return {
    async read() {
      const log = await client.query<{ kilobytes: number }>(`
        select (pg_current_wal_insert_lsn() - '0/0')::float8 / 1024 as kilobytes`);
      const backends = await client.query<{ pid: number; name: string }>(`
        select pid, 'ms for ' || application_name as name from pg_stat_activity
        where application_name not in ('', 'meter')`);
      for (const { pid, name } of backends.rows) {
        seen.set(pid, { name, ms: cpuOf(pid) ?? seen.get(pid)?.ms ?? 0 });
      }
      const amounts = new Map([['WAL kB', log.rows[0]?.kilobytes ?? 0]]);
      for (const { name, ms } of seen.values()) amounts.set(name, (amounts.get(name) ?? 0) + ms);
      return amounts;
    },
    close: () => client.end(),
  };
}

/** Undefined when the connection has been closed, or the server runs where we cannot look. */
function cpuOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return OWN_TIMES.reduce((sum, index) => sum + Number(fields[index]), 0) * TICK_MS;
  } catch {
    return undefined;
  }
}
