/**
 * Events that nobody here reacts to only move the cursor. They are most of what a busy company
 * says, so they are remembered in memory and written for all companies at once, a few times a
 * second. What is lost of it with the process is read again from the producer's log.
 */
import { many, sql, type Db } from './sql.ts';

/** Longest that a passed event stays unwritten while nobody asks for it. */
const FLUSH_MS = 100;

export interface Run {
  readonly producer: string;
  readonly companyId: string;
  readonly first: number;
  readonly last: number;
}

export interface Passed {
  /** Remembers events without a gap between them. */
  add(run: Run): void;
  /** The number up to which a cursor that stands at `lastSeq` may move without any effect. */
  reach(producer: string, companyId: string, lastSeq: number): number;
  /** Writes what is remembered of one company, or of all. */
  flush(producer?: string, companyId?: string): Promise<void>;
  drain(): Promise<void>;
}

export interface PassedOptions {
  readonly db: Db;
  /** Told of a company of which something before the passed events is missing. */
  readonly behind: (producer: string, companyId: string) => void;
  /** Told that cursors have moved. */
  readonly moved: (run: Run) => void;
  readonly failed: (error: unknown) => void;
}

const keyOf = (producer: string, companyId: string): string => `${producer} ${companyId}`;

export function openPassed({ db, behind, moved, failed }: PassedOptions): Passed {
  const runs = new Map<string, Run>();
  let timer: NodeJS.Timeout | undefined;
  const write = async (taken: readonly Run[]): Promise<void> => {
    const missing = await passOver(db, taken);
    for (const run of taken) moved(run);
    for (const { producer, companyId } of missing) behind(producer, companyId);
  };
  const take = (producer?: string, companyId?: string): Run[] => {
    const taken = producer === undefined || companyId === undefined
      ? [...runs.values()]
      : [runs.get(keyOf(producer, companyId)) ?? []].flat();
    for (const run of taken) runs.delete(keyOf(run.producer, run.companyId));
    return taken;
  };
  const flush: Passed['flush'] = async (producer, companyId) => {
    const taken = take(producer, companyId);
    if (taken.length > 0) await write(taken);
  };
  return {
    add(run) {
      const key = keyOf(run.producer, run.companyId);
      const known = runs.get(key);
      const joined = known && run.first <= known.last + 1 && run.first >= known.first;
      // What does not join on is a gap: the later part is kept, and finds out when it is written.
      runs.set(key, joined ? { ...known, last: Math.max(known.last, run.last) } : run);
      timer ??= setTimeout(() => {
        timer = undefined;
        flush().catch(failed);
      }, FLUSH_MS);
    },
    reach(producer, companyId, lastSeq) {
      const run = runs.get(keyOf(producer, companyId));
      return run && run.first <= lastSeq + 1 ? Math.max(lastSeq, run.last) : lastSeq;
    },
    flush,
    async drain() {
      clearTimeout(timer);
      await flush();
    },
  };
}

/** Moves the cursors that stand just before their run; returns those that stand further back. */
const passOver = (db: Db, runs: readonly Run[]): Promise<Pick<Run, 'producer' | 'companyId'>[]> => {
  // Two replicas that write the same cursors lock them in the same order.
  const keys = new Map(runs.map((run) => [keyOf(run.producer, run.companyId), run]));
  const sorted = [...keys.keys()].toSorted().flatMap((key) => keys.get(key) ?? []);
  return many(db, sql`
    with passed as (
      select * from unnest(
        ${sorted.map(({ producer }) => producer)}::text[],
        ${sorted.map(({ companyId }) => companyId)}::uuid[],
        ${sorted.map(({ first }) => first)}::bigint[],
        ${sorted.map(({ last }) => last)}::bigint[]
      ) as p (producer, company_id, first, last)
    ), begun as (
      insert into cursors as c (producer, company_id, last_seq)
      select producer, company_id, last from passed where first = 1
      on conflict (producer, company_id) do update set last_seq = excluded.last_seq
      where c.last_seq < excluded.last_seq and c.retry_at is null
    ), moved as (
      update cursors c set last_seq = p.last from passed p
      where p.first > 1 and c.producer = p.producer and c.company_id = p.company_id
        and c.last_seq >= p.first - 1 and c.last_seq < p.last and c.retry_at is null
    )
    select p.producer, p.company_id from passed p
    left join cursors c on c.producer = p.producer and c.company_id = p.company_id
    where coalesce(c.last_seq, 0) < p.first - 1 and c.retry_at is null`);
};
