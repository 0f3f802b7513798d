import { newId, one, sql } from '@muster/service-kit';
import { openStage, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openLogger } from '../src/telemetry/logger.ts';
import { connectionConfig } from '../src/postgres/pool.ts';
import { openReadConnections } from '../src/postgres/read-connections.ts';
import { ledgerService, type ledger } from './ledger.ts';

let stage: Stage<typeof ledger>;
beforeAll(async () => {
  stage = await openStage(ledgerService);
});
afterAll(() => stage.close());

it('replaces a broken connection by one other', async () => {
  const applicationName = `reads ${newId()}`;
  const reads = openReadConnections({
    config: connectionConfig({
      databaseUrl: inject('servers').databaseUrl,
      schema: stage.env['DB_SCHEMA'] ?? '',
      applicationName,
    }),
    connections: 1,
    log: openLogger('test', 'silent'),
  });
  const db = reads.inScope('all');
  const pidOf = async (): Promise<number> =>
    (await one<{ pid: number }>(db, sql`select pg_backend_pid() as pid`)).pid;
  const admin = await stage.admin();
  for (let round = 0; round < 5; round++) {
    const broken = await pidOf();
    await one(admin, sql`select pg_terminate_backend(${broken})`);
    let next = broken;
    while (next === broken) {
      next = await pidOf().catch(() => broken);
    }
    expect(await pidOf()).toBe(next);
  }
  const { count } = await one<{ count: number }>(
    admin,
    sql`
    select count(*) from pg_stat_activity where application_name = ${applicationName}`,
  );
  expect(count).toBe(1);
  await reads.end();
});
