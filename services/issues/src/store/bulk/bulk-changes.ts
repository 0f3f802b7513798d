/** Changes of many issues: the issue that is next, and the receipt. */
import { BULK_REFUSED_NAMED_MAX, type BulkChange, type BulkReceipt } from '@muster/contracts';
import { many, maybeOne, none, one, sql, type Db, type Statement } from '@muster/service-kit';
import type { Outcome } from '../../domain/bulk/bulk-change.ts';
import { filterPredicates, type ListFilter } from '../lists/issue-filter.ts';

export interface BulkRow extends Omit<BulkReceipt, 'bulkChangeId' | 'state'> {
  readonly id: string;
  readonly filter: ListFilter;
  readonly change: BulkChange;
  readonly lastNumber: number;
}

export type NewBulk = Pick<
  BulkRow,
  'id' | 'companyId' | 'filter' | 'change' | 'lastNumber' | 'matched'
>;

/** An issue as it is found; its version tells whether somebody has changed it since. */
export interface Target {
  readonly id: string;
  readonly identifier: string;
  readonly issueNumber: number;
  readonly labelIds: readonly string[];
  readonly version: number;
}

const columns = sql`
  id, company_id, filter, change, last_number, matched, changed, unchanged, refused, first_refused,
  created_at, finished_at`;

export const showBulk = ({
  id,
  filter: _,
  change: __,
  lastNumber: ___,
  ...bulk
}: BulkRow): BulkReceipt => ({
  ...bulk,
  bulkChangeId: id,
  state: bulk.finishedAt === null ? 'running' : 'done',
});

export const insertBulk = (db: Db, bulk: NewBulk, now: string): Promise<BulkRow> =>
  one<BulkRow>(
    db,
    sql`
    insert into bulk_changes (id, company_id, filter, change, last_number, matched, created_at)
    values (
      ${bulk.id}, ${bulk.companyId}, ${JSON.stringify(bulk.filter)}::jsonb,
      ${JSON.stringify(bulk.change)}::jsonb, ${bulk.lastNumber}, ${bulk.matched}, ${now}
    ) returning ${columns}`,
  );

export const findBulk = (db: Db, companyId: string, id: string): Promise<BulkRow | undefined> =>
  maybeOne<BulkRow>(
    db,
    sql`select ${columns} from bulk_changes where id = ${id} and company_id = ${companyId}`,
  );

/** How many issues pass the filter, counted up to one more than may be, and the last number of all. */
export const measureBulk = (
  db: Db,
  filter: ListFilter,
  countMax: number,
): Promise<{ readonly matched: number; readonly lastNumber: number }> =>
  one(
    db,
    sql`
    select (
      select count(*)::integer from (
        select from issues_in_scope i where ${passes(filter)} limit ${countMax + 1}
      ) passing
    ) as matched, coalesce((
      select max(issue_number) from issues where company_id = ${filter.companyId}
    ), 0)::integer as last_number`,
  );

/** The next issues in the order of their numbers, which never change. */
export const nextTargets = (
  db: Db,
  { filter, lastNumber }: Pick<BulkRow, 'filter' | 'lastNumber'>,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<Target[]> =>
  many<Target>(
    db,
    sql`
    select i.id, i.identifier, i.issue_number, i.label_ids, i.version from issues_in_scope i
    where ${passes(filter)} and i.issue_number > ${after} and i.issue_number <= ${lastNumber}
    order by i.issue_number limit ${limit}`,
  );

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
