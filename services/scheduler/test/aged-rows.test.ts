/** What goes by its age, what does not, and that each turn costs as much as the one before. */
import { type scheduler } from '@muster/contracts';
import {
  deleteAged,
  deleteOldest,
  many,
  newId,
  none,
  one,
  sql,
  type Db,
} from '@muster/service-kit';
import {
  boardActor,
  growthOfSweeps,
  idOfPast,
  openStage,
  pagesOf,
  planOf,
  type Stage,
} from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agedRows } from '../src/aged-rows.ts';
import { schedulerService } from '../src/service.ts';
import { takeRun } from '../src/store/adoption.ts';
import { deleteOldRuns, deletePieces, deleteRuns, oldWakes } from '../src/store/aged-rows.ts';
import { prepareQueue } from './open-scheduler.ts';

const RUNS_DAYS = 90;
const WAKES_DAYS = 30;
const LOG_ROWS = 3;
const RUNS_OF_A_TURN = 1_000;
const FIRST = { limit: 1_000 };
const LONG = { timeout: 1_800_000 };

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

const insertRuns = async (
  companyId: string,
  runs: readonly Aged[],
  logRows = LOG_ROWS,
): Promise<void> => {
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
    from unnest(${runs.map(({ id }) => id)}::uuid[]) id, generate_series(1, ${logRows}) n`,
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

const countRows = (companyId: string) =>
  one(
    stage.db,
    sql`
    select (select count(*) from runs where company_id = ${companyId}) as runs,
      (select count(*) from run_log where company_id = ${companyId}) as pieces`,
  );

const sweep = (db: Db = stage.db): Promise<boolean> =>
  deleteAged({ ...stage.service.runtime, db, agedRows });

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

it('deletes runs with thousands of log rows, where a statement may take a few milliseconds', async () => {
  const { companyId } = await stage.given.company();
  const old = Array.from({ length: 20 }, () => ({
    id: idOfPast(RUNS_DAYS + 1),
    status: 'succeeded',
    endedDaysAgo: RUNS_DAYS + 1,
  }));
  await insertRuns(companyId, old, 5_000);
  const admin = await stage.admin();
  await none(admin, sql`analyze runs, run_log`);
  await none(admin, sql`set statement_timeout = '50ms'`);
  try {
    await sweep(admin);
  } finally {
    await none(admin, sql`reset statement_timeout`);
  }
  expect(await countRows(companyId)).toEqual({ runs: 0, pieces: 0 });
});

it('deletes each run and its log once where several replicas do it at a time', async () => {
  const { companyId } = await stage.given.company();
  const old = Array.from({ length: 300 }, () => ({
    id: idOfPast(RUNS_DAYS + 1),
    status: 'succeeded',
    endedDaysAgo: RUNS_DAYS + 1,
  }));
  await insertRuns(companyId, old, 40);
  await Promise.all([sweep(), sweep(), sweep()]);
  expect(await countRows(companyId)).toEqual({ runs: 0, pieces: 0 });
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

it('costs the same in each turn under load, and takes no more room', LONG, async () => {
  const { companyId } = await stage.given.company();
  const aged = (days: number) =>
    Array.from({ length: RUNS_OF_A_TURN }, () => ({
      id: idOfPast(days),
      status: 'succeeded',
      endedDaysAgo: days,
    }));
  const insert = async (days: number): Promise<void> => {
    const runs = aged(days);
    await insertRuns(companyId, runs);
    await insertWakes(
      companyId,
      runs.map(({ id }) => ({ id: idOfPast(days), status: 'delivered', runId: id })),
    );
  };
  const growth = await growthOfSweeps({
    db: stage.db,
    admin: await stage.admin(),
    tables: ['runs', 'wakeups', 'run_log'],
    // Days pass from turn to turn.
    fill: (turn, turns) => insert(RUNS_DAYS + 1 + (turns - turn)),
    firstBatch: async () =>
      (await pagesOf(stage.db, (db) => deleteOldRuns(db, RUNS_DAYS, FIRST))) +
      (await pagesOf(stage.db, (db) => deleteOldest(db, oldWakes(WAKES_DAYS), FIRST))),
    sweep: () => sweep(),
    load: () => insert(WAKES_DAYS - 1),
    clear: async () => {
      const { client } = await stage.admin();
      const ofCompany = 'where company_id = $1';
      for (const table of ['run_log', 'wakeups', 'runs']) {
        await client.query(`delete from ${table} ${ofCompany}`, [companyId]);
      }
    },
  });
  expect(growth.pages).toBeLessThan(1.5);
  expect(growth.bytes).toBeLessThan(1.5);
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
  const runs = await planOf(stage.db, (db) => deleteOldRuns(db, RUNS_DAYS, FIRST));
  expect(runs).toContain('Index Scan using runs_pkey');
  expect(runs).not.toContain('Seq Scan');
  const old = young.slice(0, 200).map(({ id }) => id);
  for (const ask of [(db: Db) => deletePieces(db, old, FIRST), (db: Db) => deleteRuns(db, old)]) {
    const plan = await planOf(stage.db, ask);
    expect(plan).toContain('run_log_pkey');
    expect(plan).not.toContain('Seq Scan');
  }
  const wakes = await planOf(stage.db, (db) => deleteOldest(db, oldWakes(WAKES_DAYS), FIRST));
  expect(wakes).toContain('Index Scan using wakeups_pkey');
  expect(wakes).not.toContain('Seq Scan');
});
