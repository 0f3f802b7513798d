/**
 * Which partitions this replica applies: those whose advisory lock its session in Postgres holds. A
 * session that ends gives its locks back, so nothing has to find out that a replica has died. The
 * replicas count each other by a shared lock, and each takes an equal part. It decides nothing but who
 * works: the cursors' rows keep an event from being applied twice.
 */
import pg from 'pg';
import { PARTITIONS } from '../nats/subjects.ts';
import { startPeriodicTask, type PeriodicTask } from '../sweep/periodic-task.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';

/** Interval at which replicas are counted and free partitions are looked for. */
const LOOK_MS = 1_000;
/** The number of the lock that all replicas share. */
const ALIVE = PARTITIONS;
/** A machine that has gone without a word keeps its locks for so long: 5 s and three probes of 2 s. */
const SESSION_OPTIONS =
  '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3';

export interface PartitionLocksOptions {
  /** Leads to Postgres itself, or to a pooler that keeps sessions. */
  readonly sessionConfig: pg.ClientConfig;
  /** One set of locks for each. */
  readonly schema: string;
  readonly metrics: Pick<Metrics, 'partitionsHeld'>;
  readonly log: Logger;
  readonly taken: (partition: number) => void;
  /** Resolves when the partition's events that have been received are applied. */
  readonly given: (partition: number) => Promise<void>;
}

export interface PartitionLocks {
  start(): void;
  /** Gives all partitions to other replicas. */
  drain(): Promise<void>;
}

export function openPartitionLocks(options: PartitionLocksOptions): PartitionLocks {
  const { schema } = options;
  const failures = openFailures(options);
  const held = openHeld(options);
  let session: pg.Client | undefined;
  let task: PeriodicTask | undefined;
  const look = async (stopping: AbortSignal): Promise<void> => {
    if (!session) {
      // Its locks went with the session before.
      await held.giveAll();
      session = await openSession(options, (lost) => {
        if (session === lost) session = undefined;
      });
    }
    const share = Math.ceil(PARTITIONS / (await countReplicas(session, schema)));
    for (const partition of held.all().slice(share)) {
      await held.give(partition);
      await unlock(session, schema, partition);
    }
    for (const partition of lockable(held.all())) {
      if (held.all().length >= share || stopping.aborted) break;
      if (await tryLock(session, schema, partition)) held.take(partition);
    }
    failures.over();
  };
  const run = (stopping: AbortSignal): Promise<void> =>
    look(stopping).catch(async (error: unknown) => {
      if (!stopping.aborted) failures.report(error);
      await endSession(session);
      session = undefined;
    });
  return {
    start: () =>
      void (task = startPeriodicTask({ periodMs: LOOK_MS, run, failed: failures.report })),
    async drain() {
      await task?.drain();
      await held.giveAll();
      await endSession(session);
    },
  };
}

/** The same error, every second, is logged once. */
function openFailures({ log }: Pick<PartitionLocksOptions, 'log'>) {
  let logged = '';
  return {
    over: (): void => void (logged = ''),
    report(error: unknown): void {
      if (logged === String(error)) return;
      logged = String(error);
      log.warn({ err: error }, 'looking for partitions failed, will retry');
    },
  };
}

/** The partitions of this replica. */
function openHeld({ metrics, taken, given }: PartitionLocksOptions) {
  const held = new Set<number>();
  const give = async (partition: number): Promise<void> => {
    held.delete(partition);
    metrics.partitionsHeld.set(held.size);
    await given(partition);
  };
  return {
    all: (): number[] => [...held],
    take(partition: number): void {
      held.add(partition);
      metrics.partitionsHeld.set(held.size);
      taken(partition);
    },
    give,
    async giveAll(): Promise<void> {
      await Promise.all([...held].map(give));
    },
  };
}

/** It may be broken already. */
const endSession = async (session: pg.Client | undefined): Promise<void> =>
  session?.end().catch(() => undefined);

async function openSession(
  { sessionConfig, schema }: PartitionLocksOptions,
  lost: (session: pg.Client) => void,
): Promise<pg.Client> {
  const session = new pg.Client({
    ...sessionConfig,
    options: `${sessionConfig.options ?? ''} ${SESSION_OPTIONS}`,
  });
  session.on('error', () => lost(session));
  await session.connect();
  await session.query('select pg_advisory_lock_shared(hashtext($1), $2)', [schema, ALIVE]);
  return session;
}

async function countReplicas(session: pg.Client, schema: string): Promise<number> {
  const { rows } = await session.query<{ count: number }>(
    `select count(*)::int4 as count from pg_locks
     where locktype = 'advisory' and granted and objid = $2
       and database = (select oid from pg_database where datname = current_database())
       and classid = (hashtext($1)::int8 & 4294967295)::oid`,
    [schema, ALIVE],
  );
  return Math.max(1, rows[0]?.count ?? 1);
}

async function tryLock(session: pg.Client, schema: string, partition: number): Promise<boolean> {
  const { rows } = await session.query<{ locked: boolean }>(
    'select pg_try_advisory_lock(hashtext($1), $2) as locked',
    [schema, partition],
  );
  return rows[0]?.locked === true;
}

const unlock = (session: pg.Client, schema: string, partition: number): Promise<unknown> =>
  session.query('select pg_advisory_unlock(hashtext($1), $2)', [schema, partition]);

/** Beginning anywhere, so that replicas that start together do not all ask for the same ones. */
function lockable(held: readonly number[]): number[] {
  const first = Math.floor(Math.random() * PARTITIONS);
  return Array.from({ length: PARTITIONS }, (_, index) => (first + index) % PARTITIONS).filter(
    (partition) => !held.includes(partition),
  );
}
