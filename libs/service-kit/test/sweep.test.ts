import { agents, logOperations } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { openStage, planOf, serviceActor, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listGrownHeads } from '../src/event-log/event-store.ts';
import { callOperation } from '../src/rpc/client.ts';
import { ledgerService, type ledger } from './ledger.ts';
import { fillLog } from './producer-log.ts';

let stage: Stage<typeof ledger>;
beforeAll(async () => {
  stage = await openStage(ledgerService);
  await stage.standIn(agents);
});
afterAll(() => stage.close());

const headsGrownWithin = (grownWithinSeconds: number) =>
  callOperation(
    stage.service.runtime.rpc,
    'agents',
    'readHeads',
    logOperations.readHeads,
    { grownWithinSeconds },
    { actor: serviceActor('billing') },
  );

it('asks a producer for the companies whose log has grown, and not for those at rest', async () => {
  const [atRest, grown] = [newId(), newId()];
  await fillLog(stage, { companyIds: [atRest, grown], events: 3 });
  const { client } = await stage.admin();
  await client.query(
    `update ${stage.env['NATS_NAMESPACE']}_agents.events
     set occurred_at = now() - interval '1 hour' where company_id = $1`,
    [atRest],
  );
  expect(await headsGrownWithin(60)).toEqual([{ companyId: grown, seq: 3 }]);
});

it('finds the events of that time by their index', async () => {
  const admin = await stage.admin();
  await admin.client.query('set enable_seqscan = off');
  const plan = await planOf(admin, (db) => listGrownHeads(db, undefined, 60));
  expect(plan).toContain('events_by_time');
});
