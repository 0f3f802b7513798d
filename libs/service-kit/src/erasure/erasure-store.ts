/** SQL of the erasures: where each is, and what it has deleted. */
import { many, maybeOne, none, sql, type Db } from '../postgres/sql.ts';
import type { OwnReactions } from '../reactions/positions.ts';

export type ErasurePhase = 'first' | 'reported' | 'last' | 'done';

export interface Erasure {
  readonly companyId: string;
  readonly phase: ErasurePhase;
  readonly begunAt: string;
  readonly erasedAt: string | null;
  readonly deleted: Readonly<Record<string, number>>;
  readonly nextTable: string | null;
  readonly nextBlock: number;
  readonly found: boolean;
}

/** Companies that one look of the worker finds: each gets a step before the first gets its second. */
const LISTED_MAX = 50;
/** Longest pause after a step that failed, or while other services have not reported. */
const RETRY_MAX_SECONDS = 60;
/** Above every number of a log, and exact as a number of JavaScript. */
const FENCE = Number.MAX_SAFE_INTEGER;

const columns = sql`
  company_id, phase, begun_at, erased_at, deleted, next_table, next_block, found`;

export const insertErasure = (db: Db, companyId: string): Promise<void> =>
  none(
    db,
    sql`insert into erasures (company_id) values (${companyId}) on conflict (company_id) do nothing`,
  );

export const listDueErasures = (db: Db): Promise<Erasure[]> =>
  many(
    db,
    sql`
    select ${columns} from erasures
    where phase <> 'done' and due_at <= clock_timestamp() order by due_at limit ${LISTED_MAX}`,
  );

/** Nothing where another process takes a step of it now. */
export const lockErasure = (
  db: Db,
  companyId: string,
  phase: ErasurePhase,
): Promise<Erasure | undefined> =>
  maybeOne(
    db,
    sql`
    select ${columns} from erasures
    where company_id = ${companyId} and phase = ${phase} for update skip locked`,
  );

export const saveStep = (
  db: Db,
  { companyId, phase, deleted, nextTable, nextBlock, found }: Omit<Erasure, 'begunAt' | 'erasedAt'>,
): Promise<void> =>
  none(
    db,
    sql`
    update erasures
    set phase = ${phase}, deleted = ${JSON.stringify(deleted)}::jsonb, next_table = ${nextTable},
      next_block = ${nextBlock}, found = ${found}, attempts = 0, last_error = null,
      due_at = clock_timestamp(),
      erased_at = coalesce(erased_at, case when ${phase}::text <> 'first' then clock_timestamp() end),
      done_at = case when ${phase}::text = 'done' then clock_timestamp() end
    where company_id = ${companyId}`,
  );

/** Every service has reported: what has come meanwhile goes, and so do the cursors. */
export const beginLastPass = (db: Db, companyId: string): Promise<void> =>
  none(
    db,
    sql`
    update erasures
    set phase = 'last', next_table = null, next_block = 0, found = false, due_at = clock_timestamp()
    where company_id = ${companyId} and phase = 'reported'`,
  );

/** After a failure, or while it waits for others; each time for longer. */
export const deferErasure = (db: Db, companyId: string, error: string | null): Promise<void> =>
  none(
    db,
    sql`
    update erasures
    set attempts = attempts + 1, last_error = ${error},
      due_at = clock_timestamp()
        + make_interval(secs => least(${RETRY_MAX_SECONDS}, power(1.5, least(attempts, 20))))
    where company_id = ${companyId}`,
  );

/**
 * The cursors go behind every event: what still comes of this company is taken for applied, so no reaction
 * makes a row again. It waits for the reaction that holds a cursor now.
 */
export const fenceCursors = (
  db: Db,
  companyId: string,
  reactions: ReadonlyMap<string, Pick<OwnReactions, 'names'>>,
): Promise<void> =>
  none(
    db,
    sql`
    insert into cursors (producer, company_id, last_seq, in_step, subscription_seq)
    select producer, ${companyId}, ${FENCE}, string_to_array(names, ' '), ${FENCE}
    from unnest(
      ${[...reactions.keys()]}::text[],
      ${[...reactions.values()].map(({ names }) => names.join(' '))}::text[]
    ) as p (producer, names)
    order by producer
    on conflict (producer, company_id) do update
    set last_seq = excluded.last_seq, in_step = excluded.in_step, lagging = '{}',
      subscription_seq = excluded.subscription_seq, retry_at = null`,
  );
