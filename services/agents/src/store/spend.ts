/**
 * What billing says of spend. The numbers are absolute and spend of a month only grows, so the
 * greatest is the latest, in whatever order they are told.
 */
import { none, sql, type Db } from '@muster/service-kit';

export interface MonthSpend {
  readonly companyId: string;
  readonly agentId: string;
  readonly month: string;
  readonly agentSpentCents: number;
  readonly companySpentCents: number;
}

/** An agent that is not known here has no row to keep; its company's month counts all the same. */
export async function keepMonthSpend(db: Db, spend: MonthSpend): Promise<void> {
  await none(db, sql`
    insert into agent_months as m (agent_id, month, company_id, spent_cents)
    select id, ${spend.month}, company_id, ${spend.agentSpentCents}::bigint from agents
    where company_id = ${spend.companyId} and id = ${spend.agentId}
    on conflict (agent_id, month) do update
      set spent_cents = greatest(m.spent_cents, excluded.spent_cents)`);
  await none(db, sql`
    insert into company_months as m (company_id, month, spent_cents)
    select id, ${spend.month}, ${spend.companySpentCents}::bigint from companies
    where id = ${spend.companyId}
    on conflict (company_id, month) do update
      set spent_cents = greatest(m.spent_cents, excluded.spent_cents)`);
}

export const keepReservedCents = (
  db: Db,
  { companyId, agentId, reservedCents }: {
    readonly companyId: string;
    readonly agentId: string;
    readonly reservedCents: number;
  },
): Promise<void> =>
  none(db, sql`
    update agents set reserved_cents = ${reservedCents}
    where company_id = ${companyId} and id = ${agentId}`);
