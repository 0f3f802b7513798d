/**
 * Spend as billing reports it. The numbers are absolute; each is saved with the number of its event,
 * so that the latest stays, in whatever order events are applied.
 */
import { none, noneAwaited, sql, type Db } from '@muster/service-kit';

export interface MonthSpend {
  readonly companyId: string;
  readonly agentId: string;
  readonly month: string;
  readonly agentSpentCents: number;
  readonly companySpentCents: number;
  /** Number of the event in billing's log of the company. */
  readonly seq: number;
}

/** Saves nothing for an unknown agent; the company's month is saved all the same. */
export async function saveMonthSpend(db: Db, spend: MonthSpend): Promise<void> {
  await noneAwaited(
    db,
    sql`
    insert into agent_months as m (agent_id, month, company_id, spent_cents, as_of_seq)
    select id, ${spend.month}, company_id, ${spend.agentSpentCents}::bigint, ${spend.seq}::bigint
    from agents
    where company_id = ${spend.companyId} and id = ${spend.agentId}
    on conflict (agent_id, month) do update
      set spent_cents = excluded.spent_cents, as_of_seq = excluded.as_of_seq
      where excluded.as_of_seq > m.as_of_seq`,
  );
  await noneAwaited(
    db,
    sql`
    insert into company_months as m (company_id, month, spent_cents, as_of_seq)
    select id, ${spend.month}, ${spend.companySpentCents}::bigint, ${spend.seq}::bigint
    from companies
    where id = ${spend.companyId}
    on conflict (company_id, month) do update
      set spent_cents = excluded.spent_cents, as_of_seq = excluded.as_of_seq
      where excluded.as_of_seq > m.as_of_seq`,
  );
}

export const saveReservedCents = (
  db: Db,
  {
    companyId,
    agentId,
    reservedCents,
    seq,
  }: {
    readonly companyId: string;
    readonly agentId: string;
    readonly reservedCents: number;
    /** Number of the event in billing's log of the company. */
    readonly seq: number;
  },
): Promise<void> =>
  none(
    db,
    sql`
    update agents set reserved_cents = ${reservedCents}, reserved_as_of_seq = ${seq}
    where company_id = ${companyId} and id = ${agentId} and reserved_as_of_seq < ${seq}`,
  );
