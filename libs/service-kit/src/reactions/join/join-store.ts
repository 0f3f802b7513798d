/** SQL of the joins: how far this service has read the current state of a company. */
import type { StatePosition } from '@muster/contracts';
import { maybeOne, none, sql, type Db } from '../../postgres/sql.ts';

export interface Join {
  /** All events up to here are in the state. */
  readonly seq: number;
  /** Where the next page begins. */
  readonly next: StatePosition;
}

export interface JoinKey {
  readonly producer: string;
  readonly companyId: string;
}

export async function findJoin(
  db: Db,
  { producer, companyId }: JoinKey,
): Promise<Join | undefined> {
  const found = await maybeOne<{ seq: number; nextType: string; nextAfter: string | null }>(
    db,
    sql`
    select seq, next_type, next_after from joins
    where producer = ${producer} and company_id = ${companyId}`,
  );
  return found && { seq: found.seq, next: { type: found.nextType, after: found.nextAfter } };
}

export const saveJoin = (
  db: Db,
  { producer, companyId }: JoinKey,
  { seq, next }: Join,
): Promise<void> =>
  none(
    db,
    sql`
    insert into joins (producer, company_id, seq, next_type, next_after)
    values (${producer}, ${companyId}, ${seq}, ${next.type}, ${next.after})
    on conflict (producer, company_id) do update
    set next_type = excluded.next_type, next_after = excluded.next_after`,
  );

export const deleteJoin = (db: Db, { producer, companyId }: JoinKey): Promise<void> =>
  none(db, sql`delete from joins where producer = ${producer} and company_id = ${companyId}`);

/** The caller holds the cursor's lock and has inserted the backfills. */
export const saveJoinedCursor = (
  db: Db,
  { producer, companyId }: JoinKey,
  { seq, subscriptionId }: { seq: number; subscriptionId: number },
): Promise<void> =>
  none(
    db,
    sql`
    update cursors c
    set last_seq = ${seq}, subscription_id = ${subscriptionId}, subscription_seq = ${seq},
      backfilling = exists (
        select from backfills b where b.producer = c.producer and b.company_id = c.company_id
      )
    where producer = ${producer} and company_id = ${companyId}`,
  );
