/**
 * Spend as billing reports it. The numbers are absolute; each is saved with the number of its event,
 * so that the latest stays, in whatever order events are applied.
 */
import { none, noneAwaited, sql, type Db } from '@muster/service-kit';

export interface MonthSpend {
  readonly agentId: string;
  readonly month: string;
  readonly agentSpentCents: number;
  readonly companySpentCents: number;
  /** Number of the event in billing's log of the company. */
  readonly seq: number;
}

/**
 * Saves what a company's costs have made of its sums, in the order of their events. Nothing is saved
 * for an unknown agent; the company's month is saved all the same.
 */
export async function saveMonthSpends(
  db: Db,
  companyId: string,
  spends: readonly MonthSpend[],
): Promise<void> {
  const ofAgents = newestBy(spends, ({ agentId, month }) => `${agentId} ${month}`);
  const ofCompany = newestBy(spends, ({ month }) => month);
  await noneAwaited(
    db,
    sql`
    with of_agents as (
      insert into agent_months as m (agent_id, month, company_id, spent_cents, as_of_seq)
      select a.id, s.month, a.company_id, s.cents, s.seq
      from unnest(
        ${ofAgents.map(({ agentId }) => agentId)}::uuid[],
        ${ofAgents.map(({ month }) => month)}::text[],
        ${ofAgents.map(({ agentSpentCents }) => agentSpentCents)}::bigint[],
        ${ofAgents.map(({ seq }) => seq)}::bigint[]
      ) as s (agent_id, month, cents, seq)
      join agents a on a.company_id = ${companyId} and a.id = s.agent_id
      on conflict (agent_id, month) do update
        set spent_cents = excluded.spent_cents, as_of_seq = excluded.as_of_seq
        where excluded.as_of_seq > m.as_of_seq
    )
    insert into company_months as m (company_id, month, spent_cents, as_of_seq)
    select c.id, s.month, s.cents, s.seq
    from unnest(
      ${ofCompany.map(({ month }) => month)}::text[],
      ${ofCompany.map(({ companySpentCents }) => companySpentCents)}::bigint[],
      ${ofCompany.map(({ seq }) => seq)}::bigint[]
    ) as s (month, cents, seq)
    join companies c on c.id = ${companyId}
    on conflict (company_id, month) do update
      set spent_cents = excluded.spent_cents, as_of_seq = excluded.as_of_seq
      where excluded.as_of_seq > m.as_of_seq`,
  );
}

const newestBy = (
  spends: readonly MonthSpend[],
  keyOf: (spend: MonthSpend) => string,
): MonthSpend[] => [...new Map(spends.map((spend) => [keyOf(spend), spend])).values()];

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
