/** The usage of each run that is booked already. */
import { maybeOne, none, sql, type Db } from '@muster/service-kit';
import { type BookedUsage, nothingBooked } from '../domain/usage.ts';

export const findBookedUsage = async (
  db: Db,
  companyId: string,
  runId: string,
): Promise<BookedUsage> =>
  (await maybeOne<BookedUsage>(
    db,
    sql`
    select bookings, cost_cents, input_tokens, output_tokens, cached_input_tokens
    from run_usages where company_id = ${companyId} and run_id = ${runId}`,
  )) ?? nothingBooked;

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
