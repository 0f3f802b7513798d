/**
 * Sweeps by age, turn after turn and under load: each turn has to cost as much as the first ones, and the tables
 * may take no more room.
 */
import { one, sql, type Db } from '@muster/service-kit';
import type { Admin } from '../admin.ts';
import { lengthOf } from '../test-length.ts';
import { until } from '../until.ts';

/** A turn an hour, for two weeks. */
const TURNS = lengthOf({ full: 360, short: 6 });
/** The first turns fill tables and indexes to the size that they then have. */
const FILLING_TURNS = 2;
const PRINTED_EACH = 20;

export interface Sweep {
  readonly db: Db;
  readonly admin: Admin;
  readonly tables: readonly string[];
  /** Adds the rows that this turn deletes. */
  fill(turn: number, turns: number): Promise<void>;
  /** Deletes a first batch, and says how many pages it has read. */
  firstBatch(): Promise<number>;
  sweep(): Promise<unknown>;
  /** What other callers add and change meanwhile: rows that are young. */
  load(): Promise<void>;
  /** Takes the young rows away, so that the next turn begins like this one. */
  clear(): Promise<void>;
}

interface Turn {
  readonly rows: number;
  readonly pages: number;
  readonly bytes: number;
  readonly ms: number;
}

/** The largest turn after the first ones, as a multiple of the largest of these: pages of a first batch, and bytes. */
export async function growthOfSweeps(sweep: Sweep): Promise<{ pages: number; bytes: number }> {
  const turns: Turn[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    turns.push(await oneTurn(sweep, turn));
    print(turn, turns.at(-1));
  }
  const filling = turns.slice(0, FILLING_TURNS);
  const later = turns.slice(FILLING_TURNS);
  const growth = (what: 'pages' | 'bytes'): number => {
    const [before, after] = [filling, later].map((of) => Math.max(...of.map((turn) => turn[what])));
    return (after ?? 0) / (before ?? 0);
  };
  return { pages: growth('pages'), bytes: growth('bytes') };
}

async function oneTurn(sweep: Sweep, turn: number): Promise<Turn> {
  const { admin, tables } = sweep;
  const before = await rowsOf(sweep);
  await sweep.fill(turn, TURNS);
  await admin.client.query(`analyze ${tables.join(', ')}`);
  const filled = await rowsOf(sweep);
  const startedAt = performance.now();
  const pages = await sweep.firstBatch();
  await Promise.all([sweep.sweep(), sweep.load()]);
  const ms = performance.now() - startedAt;
  await sweep.clear();
  const left = await rowsOf(sweep);
  if (left !== before) throw new Error(`${left - before} rows are left after turn ${turn}`);
  await vacuum(sweep);
  return { rows: filled - before, pages, bytes: await bytesOf(sweep), ms };
}

/**
 * Twice: an index gives away the pages that a vacuum has emptied when all transactions of that time have ended.
 * In one vacuum that depends on what the other tests do.
 */
async function vacuum({ admin, tables }: Sweep): Promise<void> {
  for (const options of ['truncate false', 'truncate false, index_cleanup on']) {
    await seenByAll(admin);
    await admin.client.query(`vacuum (${options}) ${tables.join(', ')}`);
  }
}

async function rowsOf({ admin, tables }: Sweep): Promise<number> {
  const counts = tables.map((table) => `(select count(*) from ${table})`).join(' + ');
  const { rows } = await admin.client.query<{ count: number }>(`select (${counts})::int4 as count`);
  return rows[0]?.count ?? 0;
}

async function bytesOf({ db, tables }: Sweep): Promise<number> {
  const { bytes } = await one<{ bytes: number }>(
    db,
    sql`
    select sum(pg_total_relation_size(name::regclass))::float8 as bytes
    from unnest(${[...tables]}::text[]) name`,
  );
  return bytes;
}

/**
 * Waits until every transaction on the server sees what has been deleted up to now: until then, a
 * vacuum has to keep the rows, and the tables grow by those of the next turn.
 */
async function seenByAll({ client }: Admin): Promise<void> {
  const { rows } = await client.query('select pg_current_xact_id()::text::xid as newest');
  await until('the end of all transactions that are older', async () => {
    const older = await client.query(
      `select from pg_stat_activity
      where greatest(age(backend_xmin), age(backend_xid)) >= age($1::xid)
        and pid <> pg_backend_pid()`,
      [rows[0]?.newest],
    );
    return older.rowCount === 0 ? true : undefined;
  });
}

/** Only at full length, for readers of the proof. */
function print(turn: number, measured: Turn | undefined): void {
  if (TURNS <= PRINTED_EACH || (turn % PRINTED_EACH !== 0 && turn !== TURNS - 1)) return;
  const { rows = 0, pages = 0, bytes = 0, ms = 0 } = measured ?? {};
  process.stdout.write(
    `turn ${turn}: ${rows} rows, first batch ${pages} pages, tables ${bytes} bytes, ${ms.toFixed(0)} ms\n`,
  );
}
