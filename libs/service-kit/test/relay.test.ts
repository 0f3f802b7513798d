import { agents } from '@muster/contracts';
import { many, newId, none, sql } from '@muster/service-kit';
import { aCompany, boardActor, openStage, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerService, type ledger } from './ledger.ts';

let stage: Stage<typeof ledger>;
beforeAll(async () => {
  // Without sweeps: what arrives here came over the stream.
  stage = await openStage(ledgerService, { env: { SWEEP_SECONDS: '3600' } });
});
afterAll(() => stage.close());

describe('the relay', () => {
  it('publishes what a writer left behind that died after its commit', async () => {
    const producer = await stage.neighbour(agents);
    const payload = aCompany({ name: 'orphaned' });
    const { companyId } = payload;
    const { db } = producer.service.runtime;
    await none(db, sql`
      with head as (insert into event_heads (company_id, seq) values (${companyId}, 1))
      insert into events (
        company_id, seq, id, type, version, entity_type, entity_id, actor_type, actor_id,
        actor_name, payload
      ) values (
        ${companyId}, 1, ${newId()}, 'company.created', 1, 'company', ${companyId}, 'user', 'u',
        'U', ${JSON.stringify(payload)}::jsonb
      )`);
    await expect
      .poll(() => many(stage.db, sql`
        select name from heard where company_id = ${companyId} limit 10`), { timeout: 5_000 })
      .toEqual([{ name: 'orphaned' }]);
  });

  it('publishes each event of two replicas that write at the same time, in order', async () => {
    const twin = await stage.replica();
    const companyId = newId();
    const board = stage.as(boardActor());
    const amounts = Array.from({ length: 30 }, (_, index) => index);
    await Promise.all(amounts.map((amount) => board.addEntry({ companyId, amount })));
    const position = () => many(twin.runtime.db, sql`
      select published_seq from relay_positions where company_id = ${companyId} limit 1`);
    await expect.poll(position, { timeout: 5_000 }).toEqual([{ publishedSeq: 30 }]);
  });
});

describe('draining', () => {
  it('answers what is under way, publishes what was said, and takes nothing more', async () => {
    const twin = await stage.replica();
    const companyId = newId();
    const board = stage.as(boardActor());
    const amounts = Array.from({ length: 20 }, (_, index) => index);
    const underWay = amounts.map((amount) => board.addEntry({ companyId, amount }));
    await Promise.all([...underWay, twin.stop()]);
    expect(await board.listEntries({ companyId })).toHaveLength(20);
    expect(twin.runtime.nats.isClosed()).toBe(true);
  });
});
