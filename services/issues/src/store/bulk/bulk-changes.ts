/** Changes of many issues: the issue that is next, and the receipt. */
import { BULK_REFUSED_NAMED_MAX, type BulkChange, type BulkReceipt } from '@muster/contracts';
import { many, maybeOne, none, one, sql, type Db, type Statement } from '@muster/service-kit';
import type { Outcome } from '../../domain/bulk/bulk-change.ts';
import { filterPredicates, type ListFilter } from '../lists/issue-filter.ts';

export interface BulkRow extends Omit<BulkReceipt, 'bulkChangeId' | 'state'> {
  readonly id: string;
  readonly filter: ListFilter;
  readonly change: BulkChange;
}

export interface NewBulk extends Pick<BulkRow, 'id' | 'companyId' | 'filter' | 'change'> {
  /** Of the issues that pass the filter now, in order; they never change. */
  readonly issueNumbers: readonly number[];
}

/** An issue as it is found; its version tells whether somebody has changed it since. */
export interface Target {
  readonly id: string;
  readonly identifier: string;
  readonly issueNumber: number;
  readonly labelIds: readonly string[];
  readonly version: number;
}

const columns = sql`
  id, company_id, filter, change, matched, changed, unchanged, refused, first_refused,
  created_at, finished_at`;

export const showBulk = ({ id, filter: _, change: __, ...bulk }: BulkRow): BulkReceipt => ({
  ...bulk,
  bulkChangeId: id,
  state: bulk.finishedAt === null ? 'running' : 'done',
});

/** Counts no further than the limit. Two that begin at once may both be the last one: a bound, and no promise. */
export const countRunning = async (db: Db, companyId: string, limit: number): Promise<number> => {
  const { count } = await one<{ count: number }>(
    db,
    sql`
    select count(*)::integer as count from (
      select from bulk_changes where company_id = ${companyId} and finished_at is null
      limit ${limit}
    ) running`,
  );
  return count;
};

export const insertBulk = (db: Db, bulk: NewBulk, now: string): Promise<BulkRow> =>
  one<BulkRow>(
    db,
    sql`
    insert into bulk_changes (id, company_id, filter, change, issue_numbers, matched, created_at)
    values (
      ${bulk.id}, ${bulk.companyId}, ${JSON.stringify(bulk.filter)}::jsonb,
      ${JSON.stringify(bulk.change)}::jsonb, ${bulk.issueNumbers}::integer[],
      ${bulk.issueNumbers.length}, ${now}
    ) returning ${columns}`,
  );

export const findBulk = (db: Db, companyId: string, id: string): Promise<BulkRow | undefined> =>
  maybeOne<BulkRow>(
    db,
    sql`select ${columns} from bulk_changes where id = ${id} and company_id = ${companyId}`,
  );

/** The number of the issue at a place among those that passed the filter, from 1; null behind the last one. */
export const numberAt = async (
  db: Db,
  { id, companyId }: Pick<BulkRow, 'id' | 'companyId'>,
  place: number,
): Promise<number | null> =>
  (
    await one<{ number: number | null }>(
      db,
      sql`
      select issue_numbers[${place}::integer] as number from bulk_changes
      where id = ${id} and company_id = ${companyId}`,
    )
  ).number;

export const matchingStatement = (filter: ListFilter, countMax: number): Statement => sql`
  select coalesce(array_agg(number order by number), '{}') as numbers from (
    select i.issue_number as number from issues_in_scope i where ${passes(filter)}
    limit ${countMax}
  ) passing`;

/** The numbers of the issues that pass the filter, at most so many, in order. */
export const matchingNumbers = async (
  db: Db,
  filter: ListFilter,
  countMax: number,
): Promise<readonly number[]> =>
  (await one<{ numbers: number[] }>(db, matchingStatement(filter, countMax))).numbers;

export const targetsStatement = (filter: ListFilter, numbers: readonly number[]): Statement => sql`
  select i.id, i.identifier, i.issue_number, i.label_ids, i.version from issues_in_scope i
  where ${passes(filter)} and i.issue_number = any(${numbers}::integer[])
  order by i.issue_number limit ${numbers.length}`;

/** Those of the issues with these numbers that still pass the filter. */
export const listTargets = (
  db: Db,
  filter: ListFilter,
  numbers: readonly number[],
): Promise<Target[]> => many<Target>(db, targetsStatement(filter, numbers));

const passes = (filter: ListFilter): Statement => sql`
  ${filterPredicates(filter)} and i.status = any(${filter.statuses}::issue_status[])`;

export const countOutcome = (
  db: Db,
  { id, companyId }: Pick<BulkRow, 'id' | 'companyId'>,
  outcome: Outcome,
): Promise<void> =>
  typeof outcome === 'string'
    ? none(
        db,
        sql`
        update bulk_changes set changed = changed + ${outcome === 'changed' ? 1 : 0},
          unchanged = unchanged + ${outcome === 'changed' ? 0 : 1}
        where id = ${id} and company_id = ${companyId}`,
      )
    : none(
        db,
        sql`
        update bulk_changes set
          refused = refused || jsonb_build_object(
            ${outcome.code}::text, coalesce((refused ->> ${outcome.code}::text)::integer, 0) + 1
          ),
          first_refused = case
            when jsonb_array_length(first_refused) < ${BULK_REFUSED_NAMED_MAX}
            then first_refused || ${JSON.stringify([outcome])}::jsonb else first_refused
          end
        where id = ${id} and company_id = ${companyId}`,
      );

export const finishBulk = (
  db: Db,
  { id, companyId }: Pick<BulkRow, 'id' | 'companyId'>,
  now: string,
): Promise<BulkRow> =>
  one(
    db,
    sql`
    update bulk_changes set finished_at = ${now} where id = ${id} and company_id = ${companyId}
    returning ${columns}`,
  );
