/** The usage of each run that is booked already. */
import { maybeOne, none, one, sql, type Db } from '@muster/service-kit';
import type { UnusualCost } from '../domain/unusual-cost.ts';
import { type BookedUsage, nothingBooked } from '../domain/usage.ts';

/**
 * The row of a run goes by its age; what is booked stays in its costs, so that a report that comes later, or
 * once more, is not charged again. Voids are no bookings of the run.
 */
export const findBookedUsage = async (
  db: Db,
  companyId: string,
  runId: string,
): Promise<BookedUsage> =>
  (await maybeOne<BookedUsage>(
    db,
    sql`
    with known as materialized (
      select bookings, cost_cents, input_tokens, output_tokens, cached_input_tokens
      from run_usages where company_id = ${companyId} and run_id = ${runId}
    )
    select * from known
    union all
    select count(*)::integer, sum(cost_cents)::bigint, sum(input_tokens)::bigint,
      sum(output_tokens)::bigint, sum(cached_input_tokens)::bigint
    from cost_events
    where company_id = ${companyId} and run_id = ${runId} and voids_cost_id is null
      and event_id like ${`run:${runId}:%`} and not exists (select from known)
    having count(*) > 0`,
  )) ?? nothingBooked;

/** The cost of the run was found unusual when it ended. */
export const saveUnusualCost = (
  db: Db,
  { companyId, runId }: { readonly companyId: string; readonly runId: string },
  { medianCents, runs }: UnusualCost,
): Promise<void> =>
  none(
    db,
    sql`
    update run_usages
    set unusual_at = now(), median_cents = ${medianCents}, compared_runs = ${runs}
    where company_id = ${companyId} and run_id = ${runId}`,
  );

/** Nothing where the cost was usual. */
export const findUnusualCost = (
  db: Db,
  { companyId, runId }: { readonly companyId: string; readonly runId: string },
): Promise<UnusualCost | undefined> =>
  maybeOne<UnusualCost>(
    db,
    sql`
    select median_cents, compared_runs as runs from run_usages
    where company_id = ${companyId} and run_id = ${runId} and unusual_at is not null`,
  );

export const countUnusualCosts = async (
  db: Db,
  companyId: string,
  since: string,
): Promise<number> =>
  (
    await one<{ count: number }>(
      db,
      sql`
    select count(*)::integer as count from run_usages
    where company_id = ${companyId} and unusual_at >= ${since}`,
    )
  ).count;

export const saveBookedUsage = (
  db: Db,
  companyId: string,
  runId: string,
  booked: BookedUsage,
): Promise<void> =>
  none(
    db,
    sql`
    insert into run_usages (
      run_id, company_id, bookings, cost_cents, input_tokens, output_tokens, cached_input_tokens
    )
    values (
      ${runId}, ${companyId}, ${booked.bookings}, ${booked.costCents}, ${booked.inputTokens},
      ${booked.outputTokens}, ${booked.cachedInputTokens}
    )
    on conflict (run_id) do update
    set bookings = excluded.bookings, cost_cents = excluded.cost_cents,
      input_tokens = excluded.input_tokens, output_tokens = excluded.output_tokens,
      cached_input_tokens = excluded.cached_input_tokens`,
  );
