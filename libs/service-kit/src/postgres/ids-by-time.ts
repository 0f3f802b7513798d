/** Ids sort by the time they were made (`newId`), so old rows are found by their key alone. */
import type { OldRows } from './aged-rows.ts';
import { sql, type Statement } from './sql.ts';

/** Below all ids: a walk in their order begins behind it. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** Below all ids that were made in the last days; a day has 86,400 seconds. */
export const idOfDaysAgo = (days: number): Statement => sql`(
  lpad(
    to_hex((extract(epoch from now() - make_interval(secs => ${days * 86_400})) * 1000)::bigint),
    12, '0'
  ) || '00000000000000000000'
)::uuid`;

/** Rows whose ids were made longer ago than these days, in the order of their ids. */
export const idOlderThan = (id: Statement, days: number) =>
  ({
    by: id,
    below: idOfDaysAgo(days),
    first: NIL_UUID,
    overdueSeconds: sql`extract(epoch from now()) - ${days * 86_400}::float8
      - ('x' || left(replace(${id}::text, '-', ''), 12))::bit(48)::bigint / 1000.0`,
  }) satisfies Partial<OldRows>;
