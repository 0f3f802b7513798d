/** The rows of bulk effects in progress. */
import type { Provenance } from '../context.ts';
import { many, maybeOne, none, one, sql, type Db, type Statement } from '../postgres/sql.ts';

export interface BulkEffectKey {
  readonly companyId: string;
  readonly name: string;
  readonly subjectId: string;
}

/** What a step leaves: nothing, or rows after a position, if the effect keeps one. */
export type Rest = 'nothing' | { readonly after: string | null };

/** Effects that one look of the worker finds: each gets a step before the first gets its second. */
const LISTED_MAX = 50;
/** Longest pause after a step that failed; the pauses double up to it. */
const RETRY_MAX_SECONDS = 60;

const isEffect = ({ companyId, name, subjectId }: BulkEffectKey): Statement => sql`
  company_id = ${companyId} and name = ${name} and subject_id = ${subjectId}`;

/**
 * One for each company, in one statement. Waits for a step in progress: what it has not seen is found
 * from the beginning again.
 */
export const insertBulkEffects = (
  db: Db,
  { name, subjectId }: Omit<BulkEffectKey, 'companyId'>,
  companyIds: readonly string[],
  cause: Provenance,
): Promise<void> =>
  none(
    db,
    sql`
    insert into bulk_effects (company_id, name, subject_id, cause)
    select company_id, ${name}::text, ${subjectId}::uuid, ${JSON.stringify(cause)}::jsonb
    from unnest(${companyIds}::uuid[]) as c (company_id)
    on conflict (company_id, name, subject_id) do update
    set position = null, cause = excluded.cause, due_at = excluded.due_at`,
  );

/** Ends the effect, or saves where its next step begins. The caller holds the row. */
export const saveRest = (db: Db, key: BulkEffectKey, rest: Rest): Promise<void> =>
  rest === 'nothing'
    ? none(db, sql`delete from bulk_effects where ${isEffect(key)}`)
    : none(
        db,
        sql`
        update bulk_effects
        set position = ${rest.after}, steps = steps + 1, attempts = 0, last_error = null,
          advanced_at = clock_timestamp(), due_at = clock_timestamp()
        where ${isEffect(key)}`,
      );

export interface DueEffect extends BulkEffectKey {
  readonly cause: Provenance;
}

/** Of the effects that this process knows, those that have waited longest for a step. */
export const listDueEffects = (db: Db, names: readonly string[]): Promise<DueEffect[]> =>
  many(
    db,
    sql`
    select company_id, name, subject_id, cause from bulk_effects
    where due_at <= clock_timestamp() and name = any(${names}::text[])
    order by due_at limit ${LISTED_MAX}`,
  );

/** Nothing where another process takes a step of it now, or has taken one since it was listed. */
export const lockDueEffect = (
  db: Db,
  key: BulkEffectKey,
): Promise<{ readonly position: string | null } | undefined> =>
  maybeOne(
    db,
    sql`
    select position from bulk_effects
    where ${isEffect(key)} and due_at <= clock_timestamp()
    for update skip locked`,
  );

export const saveFailure = (db: Db, key: BulkEffectKey, error: string): Promise<void> =>
  none(
    db,
    sql`
    update bulk_effects
    set attempts = attempts + 1, last_error = ${error},
      due_at = clock_timestamp()
        + make_interval(secs => least(${RETRY_MAX_SECONDS}, power(2, least(attempts, 10))))
    where ${isEffect(key)}`,
  );

/** Effects in progress, and the time since the last step of the one that has waited longest. */
export const measureEffects = (
  db: Db,
): Promise<{ readonly open: number; readonly stalledSeconds: number }> =>
  one(
    db,
    sql`
    select count(*)::integer as open,
      coalesce(extract(epoch from clock_timestamp() - min(advanced_at)), 0)::float8
        as stalled_seconds
    from bulk_effects`,
  );
