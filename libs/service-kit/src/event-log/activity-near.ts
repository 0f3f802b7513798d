/** Events near a moment: one of them, or those that one cause has in common. */
import type { Contract, logOperations } from '@muster/contracts';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { inScope } from '../postgres/scope.ts';
import { sql, type Statement } from '../postgres/sql.ts';
import { firstRows } from '../postgres/first-rows.ts';
import type { FirstRows } from '../postgres/paging.ts';
import { activityColumns, LONG_COLUMNS, type ActivityRow } from './activity.ts';
import { lastSeqBefore } from './seq-at.ts';

/** Events that are looked at before the moment, and after it. */
const NEAR_MAX = 5_000;

type Near = z.output<(typeof logOperations)['listActivityNear']['input']>;

export const listActivityNear = (
  { db, scope }: Context<Contract>,
  { companyId, at, limit, ...sought }: Near,
): Promise<FirstRows<ActivityRow>> =>
  firstRows(
    db,
    sql`
    with moment as materialized (select ${lastSeqBefore(companyId, at)} as seq)
    ${activityColumns} from events
    where company_id = ${companyId} and ${inScope(scope)}
      and seq > (select seq from moment) - ${NEAR_MAX}::bigint
      and seq <= (select seq from moment) + ${NEAR_MAX}::bigint and ${isSought(sought)}
    order by abs(seq - (select seq from moment)), seq limit ${limit + 1}`,
    limit,
    LONG_COLUMNS,
  );

/** What no request has caused is known by its cause alone. */
function isSought({ id, requestId }: Pick<Near, 'id' | 'requestId'>): Statement {
  if (id !== undefined) return sql`id = ${id}`;
  if (requestId !== undefined) return sql`request_id = ${requestId}`;
  return sql`request_id is null`;
}
