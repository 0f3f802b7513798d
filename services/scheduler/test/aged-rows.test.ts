/** What goes by its age, what does not, and that each turn costs as much as the one before. */
import { type scheduler } from '@muster/contracts';
import { deleteAged, many, newId, none, one, sql } from '@muster/service-kit';
import {
  boardActor,
  idOfPast,
  lengthOf,
  openStage,
  pagesOf,
  planOf,
  type Admin,
  type Stage,
  until,
} from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agedRows } from '../src/aged-rows.ts';
import { schedulerService } from '../src/service.ts';
import { takeRun } from '../src/store/adoption.ts';
import { deleteOldRuns, deleteOldWakes } from '../src/store/aged-rows.ts';
import { prepareQueue } from './open-scheduler.ts';

const RUNS_DAYS = 90;
const WAKES_DAYS = 30;
const LOG_ROWS = 3;
const TURNS = lengthOf({ full: 360, short: 6 });
const RUNS_OF_A_TURN = 1_000;
/** The first turns fill tables and indexes to the size that they then have. */
const FILLING_TURNS = 2;

let stage: Stage<typeof scheduler>;
beforeAll(async () => {
  const env = {
    RUN_CONCURRENCY: '0',
    RETENTION_RUNS_DAYS: `${RUNS_DAYS}`,
    RETENTION_WAKEUPS_DAYS: `${WAKES_DAYS}`,
  };
  stage = await openStage(schedulerService, { prepare: prepareQueue, env });
});
afterAll(() => stage.close());

interface Aged {
  readonly id: string;
  readonly status: string;
  readonly held?: boolean;
  readonly endedDaysAgo: number | null;
}

const insertRuns = async (companyId: string, runs: readonly Aged[]): Promise<void> => {
  await none(
    stage.db,
    sql`
    insert into runs (
      id, company_id, agent_id, source, status, context, hint_at, held, epoch, lease_expires_at,
      finished_at, log_bytes
    )
    select r."id", ${companyId}, gen_random_uuid(), 'timer', r."status", '{}',
      now() + interval '1 day', coalesce(r."held", false), 1, now() + interval '1 day',
      now() - make_interval(secs => r."endedDaysAgo" * 86400), 12
    from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) as r (
      "id" uuid, "status" text, "held" boolean, "endedDaysAgo" float8
    )`,
  );
  await none(
    stage.db,
    sql`
    insert into run_log (run_id, start, text, company_id)
    select id, n, repeat('x', 500), ${companyId}
    from unnest(${runs.map(({ id }) => id)}::uuid[]) id, generate_series(1, ${LOG_ROWS}) n`,
  );
};

const insertWakes = (
  companyId: string,
  wakes: readonly { id: string; status: string; runId?: string }[],
): Promise<void> =>
  none(
    stage.db,
    sql`
    insert into wakeups (id, company_id, agent_id, cause, source, reason, status, run_id)
    select w."id", ${companyId}, gen_random_uuid(), w."id", 'timer', 'heartbeat_timer', w."status",
      w."runId"
    from jsonb_to_recordset(${JSON.stringify(wakes)}::jsonb)
      as w ("id" uuid, "status" text, "runId" uuid)`,
  );

const sweep = (): Promise<void> => deleteAged({ ...stage.service.runtime, agedRows });

it('deletes ended runs with their logs, and keeps recent ones and those that are alive', async () => {
  const { companyId } = await stage.given.company();
  const old = idOfPast(RUNS_DAYS + 1);
  const long = idOfPast(RUNS_DAYS + 1);
  const kept: readonly Aged[] = [
    { id: idOfPast(RUNS_DAYS - 1), status: 'succeeded', endedDaysAgo: RUNS_DAYS - 1 },
    { id: long, status: 'failed', endedDaysAgo: RUNS_DAYS - 1 },
    { id: idOfPast(RUNS_DAYS + 2), status: 'queued', endedDaysAgo: null },
    { id: idOfPast(RUNS_DAYS + 2), status: 'running', held: true, endedDaysAgo: null },
    { id: idOfPast(RUNS_DAYS + 2), status: 'lost', held: true, endedDaysAgo: RUNS_DAYS + 1 },
  ];
  await insertRuns(companyId, [
    { id: old, status: 'succeeded', endedDaysAgo: RUNS_DAYS + 1 },
    ...kept,
  ]);
  await sweep();
  const left = await many<{ id: string; logged: number }>(
    stage.db,
    sql`
    select r.id, (select count(*)::int4 from run_log l where l.run_id = r.id) as logged
    from runs r where company_id = ${companyId}`,
  );
  const expected = kept.map(({ id }) => ({ id, logged: LOG_ROWS }));
  expect(new Set(left.map((row) => JSON.stringify(row)))).toEqual(
    new Set(expected.map((row) => JSON.stringify(row))),
  );
  const { logged } = await one<{ logged: number }>(
    stage.db,
    sql`select count(*)::int4 as logged from run_log where run_id = ${old}`,
  );
  expect(logged).toBe(0);
  const board = stage.as(boardActor());
  await expect(board.getRun({ runId: old })).rejects.toMatchObject({ code: 'run_not_found' });
  await expect(board.getRunLog({ runId: old })).rejects.toMatchObject({ code: 'run_not_found' });
  await expect(board.cancelRun({ runId: old })).rejects.toMatchObject({ code: 'run_not_found' });
  expect(await takeRun(stage.db, { id: old, epoch: 1, fence: 0 }, 60)).toBeUndefined();
});

it('deletes wake-ups that have done their work, and none that is still to be delivered', async () => {
  const { companyId } = await stage.given.company();
  const live = newId();
  await insertRuns(companyId, [{ id: live, status: 'running', held: true, endedDaysAgo: null }]);
  const kept = [
    { id: idOfPast(WAKES_DAYS - 1), status: 'delivered' },
    { id: idOfPast(WAKES_DAYS + 1), status: 'pending' },
    { id: idOfPast(WAKES_DAYS + 1), status: 'coalesced', runId: live },
  ];
  await insertWakes(companyId, [
    ...['coalesced', 'delivered', 'skipped', 'failed'].map((status) => ({
      id: idOfPast(WAKES_DAYS + 1),
      status,
    })),
    ...kept,
  ]);
  await sweep();
  const left = await many<{ id: string }>(
    stage.db,
    sql`select id from wakeups where company_id = ${companyId}`,
  );
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set(kept.map(({ id }) => id)));
});

/**
 * Waits until every transaction on the server sees what has been deleted up to now: until then, a
 * vacuum has to keep the rows, and the tables grow by those of the next turn.
 */
async function seenByAll(client: Admin['client']): Promise<void> {
  const { rows } = await client.query('select pg_current_xact_id()::text::xid as newest');
  await until('the end of all transactions that are older', async () => {
    const older = await client.query(
      `select from pg_stat_activity
      where age(backend_xmin) >= age($1::xid) and pid <> pg_backend_pid()`,
      [rows[0]?.newest],
    );
    return older.rowCount === 0 ? true : undefined;
  });
}

const sizes = (): Promise<{ bytes: number }> =>
  one<{ bytes: number }>(
    stage.db,
    sql`
    select (pg_total_relation_size('runs') + pg_total_relation_size('run_log')
      + pg_total_relation_size('wakeups'))::float8 as bytes`,
  );

it('costs the same in each turn, and takes no more room', { timeout: 600_000 }, async () => {
  const { companyId } = await stage.given.company();
  const { client } = await stage.admin();
  const turns: { pages: number; bytes: number }[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    // Days pass from turn to turn: what was young before is old now.
    const days = RUNS_DAYS + 1 + (TURNS - turn);
    const runs = Array.from({ length: RUNS_OF_A_TURN }, () => ({
      id: idOfPast(days),
      status: 'succeeded',
      endedDaysAgo: days,
    }));
    await insertRuns(companyId, runs);
    await insertWakes(
      companyId,
      runs.map(({ id }) => ({ id: idOfPast(days), status: 'delivered', runId: id })),
    );
    await client.query('analyze runs, wakeups, run_log');
    const pages =
      (await pagesOf(stage.db, (db) => deleteOldRuns(db, RUNS_DAYS))) +
      (await pagesOf(stage.db, (db) => deleteOldWakes(db, WAKES_DAYS)));
    await sweep();
    await seenByAll(client);
    await client.query('vacuum (truncate false) runs, wakeups, run_log');
    turns.push({ pages, ...(await sizes()) });
  }
  const [filling, later] = [turns.slice(0, FILLING_TURNS), turns.slice(FILLING_TURNS)];
  const most = (of: typeof turns, what: 'pages' | 'bytes') =>
    Math.max(...of.map((turn) => turn[what]));
  expect(most(later, 'pages')).toBeLessThan(1.5 * most(filling, 'pages'));
  expect(most(later, 'bytes')).toBeLessThan(1.5 * most(filling, 'bytes'));
});

it('finds what is old by its key', async () => {
  const { companyId } = await stage.given.company();
  const young = Array.from({ length: 5_000 }, () => ({
    id: newId(),
    status: 'succeeded',
    endedDaysAgo: 0,
  }));
  await insertRuns(companyId, young);
  await insertWakes(
    companyId,
    young.map(({ id }) => ({ id: newId(), status: 'delivered', runId: id })),
  );
  await (await stage.admin()).client.query('vacuum (analyze) runs, wakeups, run_log');
  const runs = await planOf(stage.db, (db) => deleteOldRuns(db, RUNS_DAYS));
  expect(runs).toContain('Index Scan using runs_pkey');
  expect(runs).toContain('run_log_pkey');
  expect(runs).not.toContain('Seq Scan');
  const wakes = await planOf(stage.db, (db) => deleteOldWakes(db, WAKES_DAYS));
  expect(wakes).toContain('Index Scan using wakeups_pkey');
  expect(wakes).not.toContain('Seq Scan');
});
