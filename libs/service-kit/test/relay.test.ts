import { agents } from '@muster/contracts';
import { many, newId, none, sql } from '@muster/service-kit';
import { aCompany, boardActor, openStage, planOf, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listUnpublished } from '../src/event-log/relay-store.ts';
import { ledgerService, type ledger } from './ledger.ts';

let stage: Stage<typeof ledger>;
beforeAll(async () => {
  // Without sweeps, so that events arrive only over the stream.
  stage = await openStage(ledgerService, { env: { SWEEP_SECONDS: '3600' } });
});
afterAll(() => stage.close());

describe('the relay', () => {
  it('publishes events of a writer that died after its commit', async () => {
    const producer = await stage.standIn(agents);
    const payload = aCompany({ name: 'orphaned' });
    const { companyId } = payload;
    const { db } = producer.service.runtime;
    await none(
      db,
      sql`
      with head as (insert into event_heads (company_id, seq) values (${companyId}, 1))
      insert into events (
        company_id, seq, id, type, version, entity_type, entity_id, actor_type, actor_id,
        actor_name, payload
      ) values (
        ${companyId}, 1, ${newId()}, 'company.created', 1, 'company', ${companyId}, 'user', 'u',
        'U', ${JSON.stringify(payload)}::jsonb
      )`,
    );
    await expect
      .poll(() =>
        many(
          stage.db,
          sql`
        select name from heard where company_id = ${companyId} limit 10`,
        ),
      )
      .toEqual([{ name: 'orphaned' }]);
  });

  it('publishes each event of two replicas that write at the same time, in order', async () => {
    const replica = await stage.replica();
    const companyId = newId();
    const board = stage.as(boardActor());
    const amounts = Array.from({ length: 30 }, (_, index) => index);
    await Promise.all(amounts.map((amount) => board.addEntry({ companyId, amount })));
    const position = () =>
      many(
        replica.runtime.db,
        sql`
      select published_seq from relay_positions where company_id = ${companyId} limit 1`,
      );
    await expect.poll(position).toEqual([{ publishedSeq: 30 }]);
  });
});

describe('the poll for unpublished events', () => {
  it('looks events up by key in logs of any length, also before the tables are analyzed', async () => {
    const admin = await stage.admin();
    const companies = Array.from({ length: 20 }, () => newId());
    // In an open transaction, so that the relay neither sees nor publishes the events.
    await none(admin, sql`begin`);
    try {
      await none(
        admin,
        sql`
        insert into event_heads (company_id, seq)
        select company_id, 1000 from unnest(${companies}::uuid[]) as c (company_id)`,
      );
      await none(
        admin,
        sql`
        insert into relay_positions (company_id, published_seq)
        select company_id, 990 from unnest(${companies}::uuid[]) as c (company_id)`,
      );
      await none(
        admin,
        sql`
        insert into events (
          company_id, seq, id, type, version, entity_type, entity_id, actor_type, actor_id,
          actor_name, payload
        )
        select company_id, n, gen_random_uuid(), 'entry.added', 1, 'entry', company_id, 'user',
          'u', 'U', '{}'
        from unnest(${companies}::uuid[]) as c (company_id) cross join generate_series(1, 1000) n`,
      );
      expect(await listUnpublished(admin, 8)).toHaveLength(8);
      const plan = await planOf(admin, (db) => listUnpublished(db, 64));
      expect(plan).toContain('Index Scan using events_pkey');
      expect(plan).not.toContain('Seq Scan on events');
    } finally {
      await none(admin, sql`rollback`);
    }
  });
});

describe('draining', () => {
  it('answers the requests in flight, publishes their events, and takes no more requests', async () => {
    const replica = await stage.replica();
    const companyId = newId();
    const board = stage.as(boardActor());
    const amounts = Array.from({ length: 20 }, (_, index) => index);
    const inFlight = amounts.map((amount) => board.addEntry({ companyId, amount }));
    await Promise.all([...inFlight, replica.stop()]);
    expect(await board.listEntries({ companyId })).toHaveLength(20);
    expect(replica.runtime.nats.isClosed()).toBe(true);
  });
});
