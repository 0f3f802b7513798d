import { Refusal } from '@muster/contracts';
import { newId, one, sql, type Db } from '@muster/service-kit';
import { openStage, until, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openLogger } from '../src/telemetry/logger.ts';
import { connectionConfig } from '../src/postgres/pool.ts';
import { openReadConnections } from '../src/postgres/read-connections.ts';
import { openSlowReads } from '../src/postgres/slow-reads.ts';
import { ledgerService, type ledger } from './ledger.ts';

let stage: Stage<typeof ledger>;
beforeAll(async () => {
  stage = await openStage(ledgerService);
});
afterAll(() => stage.close());

const log = openLogger('test', 'silent');
const configOf = (applicationName: string) =>
  connectionConfig({
    databaseUrl: inject('servers').databaseUrl,
    schema: stage.env['DB_SCHEMA'] ?? '',
    applicationName,
  });

const openReads = (
  applicationName: string,
  limits: { connections: number; unusedMaxMs?: number },
) => openReadConnections({ config: configOf(applicationName), log, ...limits });

const pidOf = async (db: Db): Promise<number> =>
  (await one<{ pid: number }>(db, sql`select pg_backend_pid() as pid`)).pid;

const countOf = async (applicationName: string): Promise<number> => {
  const { count } = await one<{ count: number }>(
    await stage.admin(),
    sql`
    select count(*) from pg_stat_activity where application_name = ${applicationName}`,
  );
  return count;
};

it('replaces a broken connection by one other', async () => {
  const applicationName = `reads ${newId()}`;
  const reads = openReads(applicationName, { connections: 1 });
  const db = reads.inScope('all');
  const admin = await stage.admin();
  for (let round = 0; round < 5; round++) {
    const broken = await pidOf(db);
    await one(admin, sql`select pg_terminate_backend(${broken})`);
    let next = broken;
    while (next === broken) {
      next = await pidOf(db).catch(() => broken);
    }
    expect(await pidOf(db)).toBe(next);
  }
  // Postgres may still be ending the last of those that broke.
  await until('one connection', async () => (await countOf(applicationName)) === 1 || undefined);
  await reads.end();
});

it('opens no connection once it has ended', async () => {
  const applicationName = `reads ${newId()}`;
  const reads = openReads(applicationName, { connections: 2 });
  const db = reads.inScope('all');
  await pidOf(db);
  await reads.end();
  await expect(pidOf(db)).rejects.toThrow('the read connections have ended');
  await until('no connection', async () => (await countOf(applicationName)) === 0 || undefined);
});

it('opens another connection while reads wait, and ends it once it is not used', async () => {
  const applicationName = `reads ${newId()}`;
  const reads = openReads(applicationName, { connections: 2, unusedMaxMs: 20 });
  const db = reads.inScope('all');
  const first = await pidOf(db);
  expect([await pidOf(db), await pidOf(db)]).toEqual([first, first]);
  expect(new Set(await Promise.all(Array.from({ length: 12 }, () => pidOf(db)))).size).toBe(2);
  await until('one connection', async () => (await countOf(applicationName)) === 1 || undefined);
  expect(await pidOf(db)).toBe(first);
  expect(new Set(await Promise.all(Array.from({ length: 12 }, () => pidOf(db)))).size).toBe(2);
  await reads.end();
});

it('leaves a connection to others while slow reads of one company wait, and refuses what waits too long for its share', async () => {
  const reads = openReads(`reads ${newId()}`, { connections: 2 });
  const [slow, calm] = [reads.inScope([newId()]), reads.inScope([newId()])];
  for (const db of [slow, calm]) await pidOf(db);
  const asked = Array.from({ length: 300 }, () =>
    slow.run(sql`select pg_sleep(0.04)`).then(
      () => 'read',
      (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
    ),
  );
  for (let count = 0; count < 5; count += 1) {
    const from = performance.now();
    await pidOf(calm);
    // Of the other company 96 reads of 40 ms wait on the other connection.
    expect(performance.now() - from).toBeLessThan(1_000);
  }
  const outcomes = await Promise.all(asked);
  expect(new Set(outcomes)).toEqual(new Set(['read', 'overloaded']));
  expect(outcomes.filter((outcome) => outcome === 'read').length).toBeGreaterThanOrEqual(96);
  await reads.end();
});

it('gives a company all connections while no other one reads', async () => {
  const reads = openReads(`reads ${newId()}`, { connections: 2 });
  const db = reads.inScope([newId()]);
  await pidOf(db);
  expect(new Set(await Promise.all(Array.from({ length: 12 }, () => pidOf(db)))).size).toBe(2);
  await reads.end();
});

it('leaves a connection for long reads to others while one company reads longest, and serves it in turn', async () => {
  const config = configOf(`reads ${newId()}`);
  const reads = openSlowReads({ config, ownConfig: config, connections: 3, log });
  const [slow, calm] = [reads.of(newId(), [newId()]), reads.of(newId(), [newId()])];
  const ended: string[] = [];
  const asked = Array.from({ length: 4 }, () =>
    slow.run(sql`select pg_sleep(60)`).catch(({ code }: Refusal) => ended.push(code)),
  );
  await pidOf(calm);
  expect(ended).toEqual([]);
  await Promise.all(asked);
  // Each of them is ended by the longest time of a long read, those of the second turn too.
  expect(ended).toEqual(Array.from(asked, () => 'deadline_exceeded'));
  await reads.end();
});

it('runs each long read for its own companies, also on a connection where another one has failed', async () => {
  const config = configOf(`reads ${newId()}`);
  const reads = openSlowReads({ config, ownConfig: config, connections: 1, log });
  const scopeOf = async (companyId: string): Promise<string> => {
    const shown = sql`select current_setting('muster.companies') as companies`;
    return (await one<{ companies: string }>(reads.of(newId(), [companyId]), shown)).companies;
  };
  const [first, second] = [newId(), newId()];
  for (const companyId of [first, first, second, first]) {
    expect(await scopeOf(companyId)).toContain(companyId);
  }
  await expect(reads.of(newId(), [second]).run(sql`select 1 / 0`)).rejects.toThrow(/zero/);
  expect(await scopeOf(first)).toContain(first);
  await reads.end();
});
