import { randomUUID } from 'node:crypto';
import { agents } from '@muster/contracts';
import { many, one, sql, startService, type RunningService } from '@muster/service-kit';
import { anAgent, calledByAnyone, openStage, type Stage } from '@muster/test-kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failingHires, joiningLedger } from './later-ledger.ts';
import type { ledger } from './ledger.ts';

/** Two pages of states, and some more. */
const AGENTS = 230;
/** Events of each agent: a log that is not replayed. */
const EVENTS_EACH = 5;
const HEAD = AGENTS * EVENTS_EACH;
/** Reactions that lag are looked for every two seconds. */
const LIMIT = { timeout: 30_000 };

let stage: Stage<typeof ledger>;
let companyId: string;
let started: RunningService[];

beforeEach(async () => {
  started = [];
  stage = await openStage(joiningLedger, { env: { SWEEP_SECONDS: '3600' } });
  await stage.standIn(agents);
  companyId = randomUUID();
});
afterEach(async () => {
  failingHires.clear();
  for (const service of started) await service.stop();
  await stage.close();
});

/** The last event of each agent has its last name; the stream has none of them. */
async function fillLog(count: number): Promise<void> {
  const { client } = await stage.admin();
  const schema = `${stage.env['NATS_NAMESPACE']}_agents`;
  const payload = JSON.stringify(anAgent());
  await client.query(
    `insert into ${schema}.events (
       company_id, seq, id, type, version, entity_type, entity_id, actor_type, actor_id, actor_name,
       payload)
     select $1::uuid, (turn - 1) * $2::int + n, gen_random_uuid(),
       case turn when 1 then 'agent.created' else 'agent.updated' end, 1, 'agent', ids.id, 'system',
       'agents', 'agents',
       $3::jsonb || jsonb_build_object('agentId', ids.id, 'name', 'agent ' || n || ' v' || turn,
         'version', turn, 'changedKeys', '[]'::jsonb)
     from generate_series(1, $4::int) as turn,
       (select n, md5($1::text || n)::uuid as id from generate_series(1, $2::int) as n) as ids`,
    [companyId, count, payload, EVENTS_EACH],
  );
  await client.query(`insert into ${schema}.event_heads (company_id, seq) values ($1, $2)`, [
    companyId,
    count * EVENTS_EACH,
  ]);
}

const cursor = () =>
  one<{ lastSeq: number; lagging: Record<string, number> }>(
    stage.db,
    sql`select last_seq, lagging from cursors where company_id = ${companyId}`,
  );
/** Names that reactions have heard and that begin so; a page of the state may be applied twice. */
const heard = async (start: string): Promise<string[]> => {
  const rows = await many<{ name: string }>(
    stage.db,
    sql`
    select distinct name from hired where company_id = ${companyId} and name like ${`${start}%`}
    order by name limit 10000`,
  );
  return rows.map(({ name }) => name);
};
const lastNames = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `agent ${n + 1} v${EVENTS_EACH}`).toSorted();

describe('a service that has heard nothing of a company with a long log', () => {
  it('copies the current state, each thing once, and goes on with the log', async () => {
    await fillLog(AGENTS);
    await stage.service.sweep();
    expect(await heard('agent')).toEqual(lastNames(AGENTS));
    expect(await cursor()).toMatchObject({ lastSeq: HEAD });
    const payload = anAgent({ name: 'agent that is new' });
    await stage.receive(agents, 'agent.created', {
      companyId,
      entityId: payload.agentId,
      payload,
    });
    expect(await heard('agent that')).toEqual(['agent that is new']);
    expect(await heard('late')).toEqual(['late agent that is new']);
  });

  it('gets every event of the past where a reaction needs them, and none where it may not', async () => {
    await fillLog(AGENTS);
    await stage.service.sweep();
    await expect.poll(async () => (await heard('every')).length, LIMIT).toBe(AGENTS);
    expect((await heard('every'))[0]).toBe('every agent 1 v1');
    expect(await heard('late')).toEqual([]);
    await expect.poll(cursor, LIMIT).toEqual({ lastSeq: HEAD, lagging: {} });
  });

  it('begins again after a crash, and copies each thing', async () => {
    await fillLog(AGENTS);
    const [last] = await many<{ name: string }>(
      await stage.admin(),
      sql`
      select payload ->> 'name' as name
      from ${{ text: `${stage.env['NATS_NAMESPACE']}_agents.events`, values: [] }}
      where company_id = ${companyId} order by entity_id desc, seq desc limit 1`,
    );
    failingHires.add(last?.name ?? '');
    await stage.service.sweep();
    const pages = await heard('agent');
    expect(pages).toHaveLength(200);
    expect(await cursor()).toMatchObject({ lastSeq: 0 });
    await stage.service.stop();
    failingHires.clear();
    const { OPS_PORT: _, ...env } = stage.env;
    const next = calledByAnyone(await startService(joiningLedger, env));
    started.push(next);
    await next.sweep();
    await expect.poll(async () => (await copiedNames()).length, LIMIT).toBe(AGENTS);
    expect(await copiedNames()).toEqual(lastNames(AGENTS));
  });

  it('misses nothing that changes while it reads', async () => {
    await fillLog(AGENTS);
    const sweep = stage.service.sweep();
    const payload = anAgent({ name: 'agent in between' });
    await stage.emitFrom(agents, 'agent.created', {
      companyId,
      entityId: payload.agentId,
      payload,
    });
    await sweep;
    await stage.service.sweep();
    await expect.poll(() => heard('agent in'), LIMIT).toContain('agent in between');
    await expect.poll(cursor, LIMIT).toMatchObject({ lastSeq: HEAD + 1 });
  });

  it('copies each thing where two of its processes read at once', async () => {
    await fillLog(AGENTS);
    const other = await stage.replica();
    await Promise.all([stage.service.sweep(), other.sweep()]);
    await expect.poll(cursor, LIMIT).toMatchObject({ lastSeq: HEAD });
    expect(await heard('agent')).toEqual(lastNames(AGENTS));
  });
});

it('a short log is replayed', async () => {
  const few = 60;
  await fillLog(few);
  await stage.service.sweep();
  await expect.poll(cursor, LIMIT).toMatchObject({ lastSeq: few * EVENTS_EACH });
  expect(await heard('agent')).toHaveLength(few * EVENTS_EACH);
});

/** By another connection: the stage's own has been closed. */
async function copiedNames(): Promise<string[]> {
  const rows = await many<{ name: string }>(
    await stage.admin(),
    sql`select distinct name from hired where company_id = ${companyId} and name like 'agent%'
    order by name limit 10000`,
  );
  return rows.map(({ name }) => name);
}
