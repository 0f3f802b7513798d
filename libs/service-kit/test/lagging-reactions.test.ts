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
  recordTrials,
  until,
  type Stage,
} from '@muster/test-kit';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  failingHires,
  hiredOf,
  joiningLedger,
  laterLedger,
  laterLedgerWithoutHistory,
  otherLedger,
} from './later-ledger.ts';
import { ledgerService, type ledger } from './ledger.ts';

const trials = openTrials();
afterAll(() =>
  recordTrials({
    promise: 'P17',
    by: 'libs/service-kit/test/lagging-reactions',
    faults: 0,
    ...trials.result(),
    how: 'events of a company, whose cursor processes of two releases move in turn and at once',
  }),
);

/** Reactions that lag are looked for every two seconds. */
const LIMIT = { timeout: 30_000 };
const HIRES = lengthOf({ full: 150, short: 40 });
/** A sweep of one or two processes after each hire. */
const SIDE_BY_SIDE_MS = 180_000;
/** More than three pages of a reaction that lags. */
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
  one<{ lastSeq: number; lagging: Record<string, number> }>(
    stage.db,
    sql`select last_seq, lagging from cursors where company_id = ${companyId}`,
  );
const failures = () =>
  many<{ reaction: string; seq: number; attempts: number }>(
    stage.db,
    sql`
    select reaction, seq, attempts from failures where company_id = ${companyId}
    order by reaction limit 10`,
  );
/** The next attempt is due, and its number is one more than this. */
const retryAfter = (attempts: number) =>
  none(stage.db, sql`update failures set retry_at = now(), attempts = ${attempts}`);
const hired = (names: readonly string[]) =>
  expect.poll(() => hiredOf(stage.db, companyId), LIMIT).toEqual(names);
/** No reaction of the release that has moved the cursor last lags any more. */
const inStep = () => expect.poll(async () => (await cursor()).lagging, LIMIT).toEqual({});

describe('a reaction that a release adds to an old type', () => {
  it('gets the events that the release before has passed, in order, and once', async () => {
    const later = await startOne(laterLedger);
    await hire('first');
    await hire('second');
    await before.sweep();
    await later.sweep();
    await hired(['first', 'second']);
    await inStep();
    await hire('third');
    await later.sweep();
    expect(await hiredOf(stage.db, companyId)).toEqual(['first', 'second', 'third']);
    await hire('fourth');
    await before.sweep();
    expect(await hiredOf(stage.db, companyId)).toEqual(['first', 'second', 'third']);
    await hire('fifth');
    await later.sweep();
    await hired(['first', 'second', 'third', 'fourth', 'fifth']);
    await inStep();
    expect(await cursor()).toMatchObject({ lastSeq: 5 });
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
        await inStep();
      });
      expect(await hiredOf(stage.db, companyId)).toEqual(names);
    },
  );

  it('gets what the release before passes after it, which moves no number of a reaction', async () => {
    const later = await startOne(laterLedger);
    await hire('first');
    await later.sweep();
    await hired(['first']);
    await hire('second');
    await before.sweep();
    expect(await cursor()).toEqual({ lastSeq: 2, lagging: { listHires: 1 } });
    await hire('third');
    await later.sweep();
    await hired(['first', 'second', 'third']);
    await inStep();
  });

  it('applies nothing again where a release that knew no such numbers has moved the cursor', async () => {
    const later = await startOne(laterLedger);
    await hire('first');
    await later.sweep();
    await hired(['first']);
    await none(stage.db, sql`update cursors set in_step = null where company_id = ${companyId}`);
    await later.sweep();
    expect(await cursor()).toEqual({ lastSeq: 1, lagging: {} });
    await hire('second');
    await later.sweep();
    await hired(['first', 'second']);
    await inStep();
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
    await inStep();
    expect(await cursor()).toMatchObject({ lastSeq: 3 });
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

describe('a reaction that lags', () => {
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
    expect(await cursor()).toEqual({ lastSeq: LONG + 1, lagging: { listHires: 150 } });
    failingHires.delete('hire 150');
    await retryAfter(1);
    await hired(names);
    await inStep();
  });

  it('makes an event a dead letter after its last attempt, and goes on', async () => {
    const later = await startOne(laterLedger);
    await hire('hopeless');
    await hire('after');
    await before.sweep();
    failingHires.add('hopeless');
    await later.sweep();
    await expect.poll(failures, LIMIT).toEqual([{ reaction: 'listHires', seq: 1, attempts: 1 }]);
    await retryAfter(14);
    await hired(['after']);
    await inStep();
    const letters = await many(
      stage.db,
      sql`select seq, error, reactions from dead_letters where company_id = ${companyId} limit 10`,
    );
    expect(letters).toEqual([
      { seq: 1, error: 'told to fail on hopeless', reactions: ['listHires'] },
    ]);
    failingHires.delete('hopeless');
  });

  it('because it has failed holds up no other reaction of its company', async () => {
    const [later] = await start(joiningLedger);
    failingHires.add('stuck');
    await hire('stuck');
    await hire('next');
    await later?.sweep();
    await expect.poll(failures, LIMIT).toEqual([{ reaction: 'copyHires', seq: 1, attempts: 1 }]);
    await hired(['every stuck', 'late stuck', 'every next', 'late next']);
    failingHires.delete('stuck');
    await retryAfter(1);
    await hired(['every stuck', 'late stuck', 'every next', 'late next', 'stuck', 'next']);
    await inStep();
  });

  it('is counted until it is in step', async () => {
    const later = await startOne(laterLedger);
    await hire('first');
    await before.sweep();
    await later.sweep();
    // Counted before the reaction went on.
    expect(await counted(later)).toBe(1);
    await hired(['first']);
    await later.sweep();
    expect(await counted(later)).toBe(0);
  });
});

async function counted({ opsPort }: RunningService): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
  return Number(/^muster_lagging_reactions{[^}]*} (\S+)$/m.exec(text)?.[1] ?? Number.NaN);
}
