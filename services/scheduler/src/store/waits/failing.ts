/** Agents whose runs fail equally, and how long they wait between tries. */
import { many, maybeOne, one, sql, type Db } from '@muster/service-kit';
import type { BackOff, Failures } from '../../domain/retries/failing.ts';
import { isProviderAway, thisMoment } from './holds.ts';

/** Agents that one change lets be tried again; more than a company has. */
const AGENTS_MAX = 10_000;

export const lockFailures = (
  db: Db,
  companyId: string,
  agentId: string,
): Promise<Failures | undefined> =>
  maybeOne<Failures>(
    db,
    sql`
    select failures, failure_code as code from roster
    where company_id = ${companyId} and agent_id = ${agentId} for no key update`,
  );

export interface NewBackOff extends BackOff {
  readonly companyId: string;
  readonly agentId: string;
  readonly error: string | null;
}

/** Since when it fails, and until when it waits; null where that does not end by itself. */
export const saveBackOff = (
  db: Db,
  { companyId, agentId, failures, code, error, waitSeconds }: NewBackOff,
): Promise<{ since: string; until: string | null }> =>
  one(
    db,
    sql`
    update roster set failures = ${failures}, failure_code = ${code}, failure_error = ${error},
      failing_since = case when ${failures}::integer = 1 then now()
        else coalesce(failing_since, now()) end,
      hold_until = case when hold_reason = 'loop' then hold_until
        else coalesce(now() + make_interval(secs => ${waitSeconds}), 'infinity') end,
      hold_reason = case when hold_reason = 'loop' then 'loop' else 'retry' end
    where company_id = ${companyId} and agent_id = ${agentId}
    returning failing_since as since, nullif(hold_until, 'infinity') as until`,
  );

/** Returns those that failed. Their holds end now, which the sweep notices as well. */
export const forgetFailures = async (
  db: Db,
  companyId: string,
  agentIds: readonly string[] | 'all',
): Promise<string[]> => {
  const isMeant = agentIds === 'all' ? sql`true` : sql`agent_id = any(${agentIds}::uuid[])`;
  const recovered = await many<{ agentId: string }>(
    db,
    sql`
    with failing as (
      select agent_id from roster
      where company_id = ${companyId} and failures > 0 and ${isMeant}
      order by agent_id limit ${AGENTS_MAX} for no key update
    ), updated as (
      update roster r set failures = 0, failing_since = null, failure_code = null,
        failure_error = null,
        hold_until = case when r.hold_reason = 'retry' then ${thisMoment} else r.hold_until end
      from failing where r.agent_id = failing.agent_id
    )
    select agent_id from failing order by agent_id limit ${AGENTS_MAX}`,
  );
  return recovered.map((row) => row.agentId);
};

/** Why it fails; nothing where it does not. */
export interface Failing {
  readonly failures: number;
  readonly since: string;
  readonly errorCode: string;
  readonly error: string | null;
}

export const findFailing = (
  db: Db,
  companyId: string,
  agentId: string,
): Promise<Failing | undefined> =>
  maybeOne<Failing>(
    db,
    sql`
    select failures, failing_since as since, failure_code as error_code, failure_error as error
    from roster
    where company_id = ${companyId} and agent_id = ${agentId} and failures > 0`,
  );

/** What a success ends. */
export const findTrouble = (
  db: Db,
  companyId: string,
  agentId: string,
): Promise<{ fails: boolean; isAway: boolean } | undefined> =>
  maybeOne(
    db,
    sql`
    select r.failures > 0 as fails, ${isProviderAway} as is_away from roster r
    where r.company_id = ${companyId} and r.agent_id = ${agentId}`,
  );
