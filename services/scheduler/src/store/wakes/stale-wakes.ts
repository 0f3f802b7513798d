/**
 * Waiting wake-ups that lose their sense by what has become of their issue since. The copy of the
 * issue decides only where it has seen the event of the wake-up: one that lags behind must not have a
 * new assignment skipped.
 */
import type { RunSource } from '@muster/contracts';
import { many, maybeOne, sql, type Db, type Statement } from '@muster/service-kit';
import { staleReasons, staleSources, type StaleReason } from '../../domain/ended-work/work-over.ts';
import { lockingStartable } from '../runs/run-lifecycle.ts';
import { inSources } from '../runs/run-states.ts';
import type { Skip } from './skips.ts';

/** Number of the event of a wake-up in the log of issues; 0 where it has another cause. */
export const causeSeq = sql`
  case when w.cause like 'issues:%' then split_part(w.cause, ':', 2)::bigint else 0 end`;

const applies: Readonly<Record<StaleReason, Statement>> = {
  issue_ended: sql`p.is_ended`,
  no_longer_assigned: sql`p.assignee_agent_id is distinct from w.agent_id`,
  issue_blocked: sql`p.is_blocked and not p.is_started`,
  issue_held: sql`p.is_held`,
};

/** A retry repeats a run: it has its sense for as long as another wake-up of that issue has. */
const isRepeated = (sources: readonly RunSource[]): Statement => sql`
  w.source <> 'retry' or not exists (
    select from wakeups o
    where o.agent_id = w.agent_id and o.issue_id = w.issue_id
      and o.status in ('pending', 'coalesced') and not o.source ${inSources(sources)}
  )`;

const caseOf = (reason: StaleReason): Statement => {
  const sources = staleSources[reason];
  const literal: Statement = { text: `'${reason}'`, values: [] };
  return sql`
    when ${applies[reason]} and w.source ${inSources(sources)} and (${isRepeated(sources)})
      then ${literal}`;
};

const [ended, given, blocked, held] = staleReasons;

/**
 * A hold is what the board has asked for, whatever the company's setting. A comment changes no copy, and one
 * that came before the end of the hold is read by the run that this end wakes.
 */
const isHeldAsOf = sql`p.is_held and (p.state_seq >= ${causeSeq} or w.source = 'comment')`;

/** Of a wake-up `w`, by its company `c` and the copy `p` of its issue; null where it is delivered. */
export const staleReason = sql`
  case
    when c.stops_ended_work and p.state_seq >= ${causeSeq} then
      case ${caseOf(ended)} ${caseOf(given)} ${caseOf(blocked)} ${caseOf(held)} end
    when ${isHeldAsOf} then case ${caseOf(held)} end
  end`;

/** The copy of the issue of a wake-up. */
export const issueOfWake = sql`
  work_positions p on p.issue_id = w.issue_id and p.company_id = w.company_id`;

export interface SkippedWake extends Skip {
  readonly companyId: string;
  readonly reason: StaleReason;
}

const skippedColumns = sql`w.company_id, w.agent_id, w.source, w.issue_id, w.comment_id, w.approval_id`;

/** Skips those that a run would deliver now, in the transaction that is to start it. */
export const skipStaleOfRun = (
  db: Db,
  { id, agentId }: { readonly id: string; readonly agentId: string },
): Promise<SkippedWake[]> =>
  many<SkippedWake>(
    db,
    sql`
    with starting as (${lockingStartable(id)}), stale as (
      select w.id, ${staleReason} as reason
      from starting
      join wakeups w on w.agent_id = starting.agent_id
      join companies c on c.company_id = w.company_id
      join ${issueOfWake}
      where w.agent_id = ${agentId} and w.issue_id is not null
        and (w.status = 'pending' or (w.status = 'coalesced' and w.run_id = ${id}))
    )
    update wakeups w set status = 'skipped'
    from stale
    where w.id = stale.id and stale.reason is not null and w.status in ('pending', 'coalesced')
    returning ${skippedColumns}, stale.reason`,
  );

/** Skips wake-ups that were found to be stale, if they still wait. */
export const skipStaleWakes = (
  db: Db,
  stale: readonly { readonly id: string; readonly staleReason: StaleReason | null }[],
): Promise<SkippedWake[]> =>
  many<SkippedWake>(
    db,
    sql`
    update wakeups w set status = 'skipped'
    from unnest(
      ${stale.map(({ id }) => id)}::uuid[], ${stale.map(({ staleReason: why }) => why)}::text[]
    ) as stale (id, reason)
    where w.id = stale.id and w.status = 'pending'
    returning ${skippedColumns}, stale.reason`,
  );

/** Whether a wake-up is left that the run would deliver now. */
export const hasWakes = async (
  db: Db,
  { id, agentId }: { readonly id: string; readonly agentId: string },
): Promise<boolean> =>
  (await maybeOne(
    db,
    sql`
    select id from wakeups
    where agent_id = ${agentId}
      and (status = 'pending' or (status = 'coalesced' and run_id = ${id}))
    order by id limit 1`,
  )) !== undefined;
