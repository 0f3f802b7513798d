/** Agents of many companies that do not work until somebody acts. */
import {
  INBOX_COMPANIES_MAX,
  INBOX_COUNT_MAX,
  INBOX_ROWS_MAX,
  type Scope,
  type StoppedAgent,
  type WaitingCount,
} from '@muster/contracts';
import { inScope, many, sql, type Db, type Statement } from '@muster/service-kit';

/** Of each company at most as many as are counted, read from an index of just those. */
const stoppedIn = (scope: Scope): Statement => sql`
  (
    select c.id from companies c where c.status <> 'archived' and ${inScope(scope, sql`c.id`)}
    order by c.id limit ${INBOX_COMPANIES_MAX}
  ) c
  cross join lateral (
    select a.id, a.company_id, a.name, a.url_key, a.status, a.pause_reason, a.paused_at,
      a.updated_at
    from agents a
    where a.company_id = c.id and (a.status = 'error' or a.pause_reason in ('budget', 'loop'))
    order by a.id limit ${INBOX_COUNT_MAX}
  ) a`;

export const listStoppedAgents = (db: Db, scope: Scope): Promise<StoppedAgent[]> =>
  many(
    db,
    sql`
    select a.* from ${stoppedIn(scope)}
    order by a.updated_at desc, a.id limit ${INBOX_ROWS_MAX}`,
  );

export const countStoppedAgents = (db: Db, scope: Scope): Promise<WaitingCount[]> =>
  many(
    db,
    sql`
    select a.company_id, count(*)::integer as count from ${stoppedIn(scope)}
    group by a.company_id order by a.company_id limit ${INBOX_COMPANIES_MAX}`,
  );
