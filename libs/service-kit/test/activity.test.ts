import { logOperations } from '@muster/contracts';
import { many, newId, none, sql } from '@muster/service-kit';
import { openStage, planOf, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listActivity, type ActivityFilter } from '../src/event-log/activity.ts';
import { listActivityNear } from '../src/event-log/activity-near.ts';
import { ledger, ledgerService } from './ledger.ts';

const COMPANIES = 20;
const EVENTS = 1_000;

let stage: Stage<typeof ledger>;
const companyId = newId();
const entityId = newId();
const agentId = newId();
const runId = newId();
const clientRequestId = 'order-17';
beforeAll(async () => {
  stage = await openStage(ledgerService);
  await none(
    stage.db,
    sql`
    insert into events (company_id, seq, id, type, version, entity_type, entity_id, actor_type,
      actor_id, actor_name, payload, occurred_at)
    select case company when 0 then ${companyId}::uuid else uuidv7() end, seq, uuidv7(),
      'entry.added', 1, 'entry', uuidv7(), 'user', 'board', 'Board', '{}', now() - interval '1 day'
    from generate_series(0, ${COMPANIES - 1}) company, generate_series(1, ${EVENTS}) seq`,
  );
  await none(
    stage.db,
    sql`
    insert into events (company_id, seq, id, type, version, entity_type, entity_id, actor_type,
      actor_id, actor_name, payload, run_id, client_request_id)
    values
      (${companyId}, ${EVENTS + 1}, uuidv7(), 'entry.heard', 1, 'entry', ${entityId}, 'user',
        'board', 'Board', ${{ agentId }}, null, ${clientRequestId}),
      (${companyId}, ${EVENTS + 2}, uuidv7(), 'entry.added', 1, 'entry', ${entityId}, 'agent',
        ${agentId}, 'Ann', '{}', ${runId}, null)`,
  );
  await none(stage.db, sql`analyze events`);
});
afterAll(() => stage.close());

/** A company with an event each hour, of which each third is of one request. */
async function hourly(count: number) {
  const company = newId();
  await none(
    stage.db,
    sql`
    insert into events (company_id, seq, id, type, version, entity_type, entity_id, actor_type,
      actor_id, actor_name, payload, request_id, occurred_at)
    select ${company}, seq, uuidv7(), 'entry.added', 1, 'entry', uuidv7(), 'user', 'board', 'Board',
      '{}', case when seq % 3 = 0 then 'third' end,
      '2026-03-01T00:00:00Z'::timestamptz + seq * interval '1 hour'
    from generate_series(1, ${count}) seq`,
  );
  const rows = await many<{ id: string }>(
    stage.db,
    sql`select id from events where company_id = ${company} order by seq limit ${count}`,
  );
  return { companyId: company, ids: rows.map(({ id }) => id) };
}

type Filters = Partial<ActivityFilter>;
const ask =
  (filters: Filters) =>
  (db = stage.db) => {
    const filter = logOperations.listActivity.input.parse({ companyId, limit: 50, ...filters });
    return listActivity(ledger, { db, scope: [filter.companyId] } as never, filter);
  };
const seqs = async (filters: Filters) => (await ask(filters)()).rows.map(({ seq }) => seq - EVENTS);

describe('the activity of a company', () => {
  it('is filtered by entity, agent, run, request of a client, action and time', async () => {
    expect(await seqs({ entityId })).toEqual([2, 1]);
    expect(await seqs({ entityId, action: 'entry.added' })).toEqual([2]);
    expect(await seqs({ agentId })).toEqual([2, 1]);
    expect(await seqs({ runId })).toEqual([2]);
    expect(await seqs({ runId, action: 'entry.heard' })).toEqual([]);
    expect(await seqs({ clientRequestId })).toEqual([1]);
    expect(await seqs({ clientRequestId, action: 'entry.added' })).toEqual([]);
    expect(await seqs({ action: 'entry.heard' })).toEqual([1]);
    expect(await seqs({ entityType: 'entry', limit: 3 })).toEqual([2, 1, 0]);
    expect(await seqs({ entityType: 'entry', action: 'entry.gone' })).toEqual([]);
    expect(await seqs({ since: new Date(Date.now() - 60_000).toISOString() })).toEqual([2, 1]);
  });

  it('is filtered by actor and within numbers of the log', async () => {
    expect(await seqs({ actorId: agentId })).toEqual([2]);
    expect(await seqs({ actorId: 'board', limit: 2 })).toEqual([1, 0]);
    expect(await seqs({ after: EVENTS })).toEqual([2, 1]);
    expect(await seqs({ after: EVENTS - 1, before: EVENTS + 2 })).toEqual([1, 0]);
  });

  it('begins and ends at a moment, wherever that is in the log', async () => {
    const { companyId: other } = await hourly(50);
    const at = (hours: number, ms = 0) =>
      new Date(Date.parse('2026-03-01T00:00:00Z') + hours * 3_600_000 + ms).toISOString();
    const found = async (filters: Filters) =>
      (await ask({ ...filters, companyId: other, limit: 500 })()).rows.map(({ seq }) => seq);
    const upTo = (first: number, last: number) =>
      Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => last - n);
    for (const hour of [0, 1, 2, 25, 49, 50, 51]) {
      expect(await found({ until: at(hour) })).toEqual(upTo(1, Math.min(50, hour - 1)));
      expect(await found({ until: at(hour, 1) })).toEqual(upTo(1, Math.min(50, hour)));
      expect(await found({ since: at(hour) })).toEqual(upTo(Math.max(1, hour), 50));
    }
    const window = { since: at(10), until: at(12), action: 'entry.added' };
    expect(await found(window)).toEqual([11, 10]);
    expect((await ask({ until: at(1_000), companyId: newId() })()).rows).toEqual([]);
  });

  it('is found near a moment, by its id or by its request', async () => {
    const { companyId: other, ids } = await hourly(30);
    const near = async (query: object) => {
      const input = { companyId: other, at: '2026-03-01T15:00:00.000Z', limit: 10, ...query };
      const filter = logOperations.listActivityNear.input.parse(input);
      const found = await listActivityNear({ db: stage.db, scope: [other] } as never, filter);
      return found.rows.map(({ seq }) => seq);
    };
    expect(await near({ id: ids[19] })).toEqual([20]);
    expect(await near({ id: newId() })).toEqual([]);
    expect(await near({ requestId: 'third', limit: 3 })).toEqual([15, 12, 18]);
    expect(await near({ limit: 2 })).toEqual([14, 13]);
    expect(await near({ id: ids[19], companyId: newId() })).toEqual([]);
  });

  const plans: [string, Filters, string][] = [
    ['entity', { entityId }, 'events_by_entity'],
    ['agent', { agentId }, 'events_by_agent'],
    ['run', { runId }, 'events_by_run'],
    ['request of a client', { clientRequestId }, 'events_by_client_request'],
    ['action', { action: 'entry.heard' }, 'events_by_type'],
    ['moment', { until: '2020-01-01T00:00:00.000Z' }, 'events_pkey'],
    ['stretch of the log', { actorId: 'board', after: 10, before: 500 }, 'events_pkey'],
    ['entity type', { entityType: 'entry' }, 'events_by_type'],
  ];
  it.each(plans)('has an index by %s', async (_, filters, index) => {
    const plan = await planOf(stage.db, (db) => ask(filters)(db));
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan');
  });
});
