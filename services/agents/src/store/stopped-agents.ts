/** Agents of many companies that do not work until somebody acts. */
import {
  INBOX_ROWS_MAX,
  INBOX_WAITING_MAX,
  type Scope,
  type StoppedAgent,
} from '@muster/contracts';
import {
  countWaiting,
  inScope,
  many,
  sql,
  type Db,
  type Statement,
  type WaitingCounts,
} from '@muster/service-kit';
import { failing } from './agents.ts';

/** Those that stopped last first, in the order of an index of just them. */
const stopped = (scope: Scope, columns: Statement, limit: number): Statement => sql`
  select ${columns}
  from agents a join companies c on c.id = a.company_id
  where (a.status = 'error' or a.pause_reason in ('budget', 'loop')) and c.status <> 'archived'
    and ${inScope(scope, sql`a.company_id`)}
  order by a.updated_at desc, a.id limit ${limit}`;

const shown = sql`
  a.id, a.company_id, a.name, a.url_key, a.status, a.pause_reason, a.paused_at, a.updated_at,
  ${failing}`;

export const listStoppedAgents = (db: Db, scope: Scope): Promise<StoppedAgent[]> =>
  many(db, stopped(scope, shown, INBOX_ROWS_MAX));

export const countStoppedAgents = (db: Db, scope: Scope): Promise<WaitingCounts> =>
  countWaiting(db, stopped(scope, sql`a.company_id, a.updated_at as at`, INBOX_WAITING_MAX));
