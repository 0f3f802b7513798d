/** The leases of one holder, renewed and looked at together. */
import type { RunStatus } from '@muster/contracts';
import { many, none, sql, type Db, type Statement } from '@muster/service-kit';
import type { Holder } from '../domain/held-run.ts';

/** A run on a runner can be taken over when half of its lease has passed without a renewal. */
export const adoptableAfter = (leaseSeconds: number): Statement =>
  sql`now() + make_interval(secs => ${leaseSeconds / 2})`;

/** The rows of these holders, each only for as long as it is still its own. */
const mine = (held: readonly Holder[]): Statement => sql`
  unnest(
    ${held.map(({ id }) => id)}::uuid[], ${held.map(({ epoch }) => epoch)}::integer[],
    ${held.map(({ fence }) => fence)}::integer[]
  ) as mine (id, epoch, fence)`;

const isMine = sql`
  runs.id = mine.id and runs.epoch = mine.epoch and runs.fence = mine.fence and runs.held`;

export const renewLeases = (db: Db, held: readonly Holder[], leaseSeconds: number): Promise<void> =>
  none(
    db,
    sql`
    update runs
    set lease_expires_at = least(now() + make_interval(secs => ${leaseSeconds}), deadline_at),
      adoptable_at = ${adoptableAfter(leaseSeconds)}
    from ${mine(held)} where ${isMine}`,
  );

export interface HeldRow {
  readonly id: string;
  readonly status: RunStatus;
  readonly errorCode: string | null;
  /** Something was said to it that it has not got. */
  readonly isMessaged: boolean;
}

/** The runs that this holder still holds; one that is missing is lost to it. */
export const listHeld = (db: Db, held: readonly Holder[]): Promise<HeldRow[]> =>
  many(
    db,
    sql`
    select runs.id, runs.status, runs.error_code, exists (
      select from run_messages m
      where m.for_run_id = runs.id and m.company_id = runs.company_id
        and m.delivered_at is null and m.passed_at is null
    ) as is_messaged
    from runs
    join ${mine(held)} on ${isMine} order by runs.id limit 10000`,
  );
