import { agents } from '@muster/contracts';
import {
  many,
  none,
  one,
  PARTITIONS,
  sql,
  startService,
  type RunningService,
  type ServiceDefinition,
} from '@muster/service-kit';
import {
  aCompany,
  anAgent,
  calledByAnyone,
  lengthOf,
  openStage,
  openTrials,
  planOf,
  recordTrials,
  until,
  type Stage,
} from '@muster/test-kit';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listEvents } from '../src/event-log/event-store.ts';
import {
  failingHires,
  hiredOf,
  laterLedger,
  laterLedgerWithoutHistory,
  otherLedger,
} from './later-ledger.ts';
import { ledgerService, type ledger } from './ledger.ts';

const trials = openTrials();
afterAll(() =>
  recordTrials({
    promise: 'P17',
    by: 'libs/service-kit/test/backfill',
    faults: 0,
    ...trials.result(),
    how: 'events of a company, whose cursor processes of two releases move in turn and at once',
  }),
);

/** The worker looks for backfills every two seconds. */
const LIMIT = { timeout: 30_000 };
const HIRES = lengthOf({ full: 150, short: 40 });
/** A sweep of one or two processes after each hire. */
const SIDE_BY_SIDE_MS = 180_000;
/** More than two pages of a backfill. */
const LONG = 220;

let stage: Stage<typeof ledger>;
/** A process of the release before. */
let before: RunningService;
let companyId: string;
let started: RunningService[];

beforeEach(async () => {
  started = [];
  stage = await openStage(ledgerService, { env: { SWEEP_SECONDS: '3600' } });
  before = stage.service;
  await stage.standIn(agents);
  ({ companyId } = aCompany());
});
afterEach(async () => {
  for (const service of started) await service.stop();
  await stage.close();
});

/**
 * Processes of these releases beside that of the release before. From then on messages are lost
 * and there is no sweep but those of the test, which so says which process moves the cursor.
 */
async function start(...releases: ServiceDefinition<typeof ledger>[]): Promise<RunningService[]> {
  const { OPS_PORT: _, ...env } = stage.env;
  for (const release of releases) started.push(calledByAnyone(await startService(release, env)));
  await partitionsShared([before, ...started]);
  for (const service of [before, ...started]) await service.sweep();
  (await stage.standIn(agents)).loseMessages();
  return started;
}

/** From here on no process takes a partition, after which it would sweep. */
const partitionsShared = (services: readonly RunningService[]): Promise<true> =>
  until('the partitions are shared', async () => {
    const metrics = services.map(({ runtime }) => runtime.metrics.partitionsHeld.get());
    const held = (await Promise.all(metrics)).map(({ values: [value] }) => value?.value ?? 0);
    const share = Math.ceil(PARTITIONS / services.length);
    const total = held.reduce((sum, count) => sum + count, 0);
    return (total === PARTITIONS && Math.max(...held) <= share) || undefined;
  });

const startOne = async (release: ServiceDefinition<typeof ledger>): Promise<RunningService> => {
  const [service] = await start(release);
  if (!service) throw new Error('one process is started');
  return service;
};

const eventOf = (name: string) => {
  const payload = anAgent({ name });
  return { companyId, entityId: payload.agentId, payload };
};
const hire = (name: string) => stage.emitFrom(agents, 'agent.created', eventOf(name));

const cursor = () =>
  one<{ lastSeq: number; subscriptionId: number | null; backfilling: boolean }>(
    stage.db,
    sql`select last_seq, subscription_id, backfilling from cursors where company_id = ${companyId}`,
  );
const backfills = () =>
  many<{ entry: string; lastSeq: number; attempts: number }>(
    stage.db,
    sql`
    select entry, last_seq, attempts from backfills where company_id = ${companyId}
    order by entry limit 10`,
  );
const retryNow = () =>
  none(stage.db, sql`update backfills set retry_at = now() where retry_at is not null`);
const hired = (names: readonly string[]) =>
  expect.poll(() => hiredOf(stage.db, companyId), LIMIT).toEqual(names);
const settled = () => expect.poll(backfills, LIMIT).toEqual([]);

describe('a reaction that a release adds to an old type', () => {
  it('gets the events that the release before has passed, in order, and once', async () => {
    const later = await startOne(laterLedger);
    await hire('first');
    await hire('second');
    await before.sweep();
    await later.sweep();
    await hired(['first', 'second']);
    await settled();
    await hire('third');
    await later.sweep();
    expect(await hiredOf(stage.db, companyId)).toEqual(['first', 'second', 'third']);
    await hire('fourth');
    await before.sweep();
    expect(await hiredOf(stage.db, companyId)).toEqual(['first', 'second', 'third']);
    await hire('fifth');
    await later.sweep();
    await hired(['first', 'second', 'third', 'fourth', 'fifth']);
    await settled();
    expect(await cursor()).toEqual({ lastSeq: 5, subscriptionId: 2, backfilling: false });
  });

  it(
    'misses nothing beside processes of the release before, and does nothing twice',
    { timeout: SIDE_BY_SIDE_MS },
    async () => {
      const later = await startOne(laterLedger);
      const names = Array.from({ length: HIRES }, (_, n) => `hire ${n}`);
      for (const [n, name] of names.entries()) {
        await hire(name);
        const movers = [[before], [later], [before, later]][n % 3] ?? [];
        await Promise.all(movers.map((mover) => mover.sweep()));
      }
      await later.sweep();
      await trials.of(HIRES, async () => {
        await hired(names);
        await settled();
      });
      expect(await hiredOf(stage.db, companyId)).toEqual(names);
    },
  );

  it('gets what code without subscriptions has passed', async () => {
    const later = await startOne(laterLedger);
    await hire('first');
    await later.sweep();
    await hired(['first']);
    await hire('second');
    await hire('third');
    await none(
      stage.db,
      sql`update cursors set last_seq = last_seq + 2 where company_id = ${companyId}`,
    );
    await hire('fourth');
    await later.sweep();
    await hired(['first', 'second', 'third', 'fourth']);
    await settled();
    expect(await cursor()).toMatchObject({ lastSeq: 4, backfilling: false });
  });

  it('hears from now on if its release says so, and then misses nothing', async () => {
    const later = await startOne(laterLedgerWithoutHistory);
    await hire('old');
    await before.sweep();
    await later.sweep();
    await hire('new');
    await later.sweep();
    await hire('passed');
    await before.sweep();
    await later.sweep();
    await hired(['new', 'passed']);
    await settled();
    expect(await cursor()).toMatchObject({ lastSeq: 3, backfilling: false });
  });

  it('gets its events once where each of two releases applies what the other does not', async () => {
    const [later, other] = await start(laterLedger, otherLedger);
    await hire('first');
    await later?.sweep();
    await hire('second');
    await other?.sweep();
    await hire('third');
    await later?.sweep();
    await expect
      .poll(async () => (await hiredOf(stage.db, companyId)).toSorted(), LIMIT)
      .toEqual(['first', 'first', 'second', 'second', 'third', 'third']);
  });
});

describe('a backfill', () => {
  it('reads a long history in pages, and new events of its company do not wait', async () => {
    const later = await startOne(laterLedger);
    const names = Array.from({ length: LONG }, (_, n) => `hire ${n}`);
    for (const name of names) await hire(name);
    await before.sweep();
    failingHires.add('hire 150');
    await later.sweep();
    await hired(names.slice(0, 150));
    const payload = aCompany({ companyId, name: 'renamed' });
    await stage.emitFrom(agents, 'company.updated', { companyId, entityId: companyId, payload });
    await later.sweep();
    expect(await cursor()).toMatchObject({ lastSeq: LONG + 1, backfilling: true });
    expect(await backfills()).toContainEqual(expect.objectContaining({ lastSeq: 150 }));
    failingHires.delete('hire 150');
    await retryNow();
    await hired(names);
    await settled();
  });

  it('makes an event a dead letter after its last attempt, and goes on', async () => {
    const later = await startOne(laterLedger);
    await hire('hopeless');
    await hire('after');
    await before.sweep();
    failingHires.add('hopeless');
    await later.sweep();
    await expect
      .poll(backfills, LIMIT)
      .toContainEqual({ entry: 'listHires agent.created', lastSeq: 0, attempts: 1 });
    await none(stage.db, sql`update backfills set attempts = 14, retry_at = now()`);
    await hired(['after']);
    await settled();
    const letters = await many(
      stage.db,
      sql`select seq, error from dead_letters where company_id = ${companyId} limit 10`,
    );
    expect(letters).toEqual([{ seq: 1, error: 'told to fail on hopeless' }]);
    failingHires.delete('hopeless');
  });

  it('is measured until it has ended', async () => {
    const later = await startOne(laterLedger);
    await hire('stuck');
    await before.sweep();
    failingHires.add('stuck');
    await later.sweep();
    await expect.poll(backfills, LIMIT).toContainEqual(expect.objectContaining({ attempts: 1 }));
    await later.sweep();
    expect(await measured(later)).toEqual({ left: 2, stalled: true });
    failingHires.delete('stuck');
    await retryNow();
    await settled();
    await later.sweep();
    expect(await measured(later)).toEqual({ left: 0, stalled: false });
    expect(await hiredOf(stage.db, companyId)).toEqual(['stuck']);
  });
});

async function measured({ opsPort }: RunningService): Promise<{ left: number; stalled: boolean }> {
  const text = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
  const read = (name: string) =>
    Number(new RegExp(`^${name}{[^}]*} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  return {
    left: read('muster_backfills_left'),
    stalled: read('muster_backfill_stalled_seconds') > 0,
  };
}

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
