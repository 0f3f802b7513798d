import { logOperations } from '@muster/contracts';
import { newId, none, sql } from '@muster/service-kit';
import { openStage, planOf, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listActivity, type ActivityFilter } from '../src/event-log/activity.ts';
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

type Filters = Partial<ActivityFilter>;
const ask =
  (filters: Filters) =>
  (db = stage.db) => {
    const filter = logOperations.listActivity.input.parse({ companyId, limit: 50, ...filters });
    return listActivity(ledger, { db, scope: [companyId] } as never, filter);
  };
const seqs = async (filters: Filters) => (await ask(filters)()).map(({ seq }) => seq - EVENTS);

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

  const plans: [string, Filters, string][] = [
    ['entity', { entityId }, 'events_by_entity'],
    ['agent', { agentId }, 'events_by_agent'],
    ['run', { runId }, 'events_by_run'],
    ['request of a client', { clientRequestId }, 'events_by_client_request'],
    ['action', { action: 'entry.heard' }, 'events_by_type'],
    ['entity type', { entityType: 'entry' }, 'events_by_type'],
  ];
  it.each(plans)('has an index by %s', async (_, filters, index) => {
    const plan = await planOf(stage.db, (db) => ask(filters)(db));
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan');
  });
});
