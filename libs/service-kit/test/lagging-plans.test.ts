/** The plans of the statements that find reactions which lag, and what they lack. */
import { newId, none, sql } from '@muster/service-kit';
import { openStage, planOf, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listEvents } from '../src/event-log/event-store.ts';
import { listLaggingCursors } from '../src/reactions/cursor-store.ts';
import { ledgerService, type ledger } from './ledger.ts';

let stage: Stage<typeof ledger>;
const companyId = newId();

beforeAll(async () => {
  stage = await openStage(ledgerService);
});
afterAll(() => stage.close());

it('finds reactions that lag by an index of their cursors', async () => {
  await none(
    stage.db,
    sql`
    insert into cursors (producer, company_id, last_seq, in_step, lagging)
    select 'agents', gen_random_uuid(), 9, '{}',
      case when n % 1000 = 0 then '{"listCompanies": 1}'::jsonb else '{}' end
    from generate_series(1, 20000) as n`,
  );
  await none(await stage.admin(), sql`analyze cursors`);
  const asked = { names: ['listCompanies'], after: undefined, limit: 100 };
  const plan = await planOf(stage.db, (db) => listLaggingCursors(db, asked));
  expect(plan).toContain('cursors_lagging');
  expect(plan).not.toContain('Seq Scan on cursors');
});

it('reads the events of some types by the index of types', async () => {
  await none(
    stage.db,
    sql`
    insert into events (
      company_id, seq, id, type, version, entity_type, entity_id, actor_type, actor_id, actor_name,
      payload
    )
    select ${companyId}, n, gen_random_uuid(), case when n % 1000 = 0 then 'rare' else 'frequent' end,
      1, 'entry', gen_random_uuid(), 'system', 'ledger', 'ledger', '{}'
    from generate_series(1, 20000) as n`,
  );
  await none(await stage.admin(), sql`analyze events`);
  const asked = { companyId, after: 500, limit: 100, types: ['rare', 'absent'] };
  const plan = await planOf(stage.db, (db) => listEvents(db, asked));
  expect(plan).toContain('events_by_type');
  expect(plan).not.toContain('Seq Scan');
});
