/** Costs by agent, project, issue and model, from stored sums, with the names of these. */
import type { Output, billing } from '@muster/contracts';
import { many, sql, type Db, type Statement } from '@muster/service-kit';
import type { WindowParts } from '../domain/window.ts';
import { monthAt } from './companies.ts';
import { namesOf, type Names } from './cost-names.ts';
import { type Dimension, rowsOf, totals } from './cost-sums.ts';

export interface CostQuery {
  readonly companyId: string;
  readonly parts: WindowParts;
  readonly month?: string | undefined;
  readonly now: string;
  /** Cents and key of the last entry of the previous page. */
  readonly after: readonly [costCents: number, key: string] | undefined;
  readonly limit: number;
}

/** A row of a list, with the key from which the next page continues. */
export type Keyed<Row> = Row & { readonly key: string };

type Listed<N extends `listCostsBy${string}` & keyof (typeof billing)['operations']> = Keyed<
  Output<typeof billing, N>[number]
>;

/** Highest costs first, from the end of the previous page; costs of 0 included. */
const highestFirst = (dimension: Dimension, { companyId, parts, after, limit }: CostQuery) => sql`
  select key, ${totals} from (${rowsOf(companyId, dimension, parts)}) r
  group by key
  ${
    after
      ? sql`
    having (coalesce(sum(cost_cents), 0)::bigint, key) < (${after[0]}::bigint, ${after[1]}::text)
  `
      : sql``
  }
  order by 2 desc, key desc limit ${limit}`;

const amounts = sql`
  s.key, s.cost_cents, s.unknown_cents, s.estimated_cents, s.unknown_events, s.input_tokens,
  s.cached_input_tokens, s.output_tokens, s.events`;

/** Joins the names and orders again, because a join does not keep the order. */
const listed = <Row>(
  db: Db,
  query: CostQuery,
  dimension: keyof typeof namesOf,
  more: Names = { named: sql``, names: sql`` },
): Promise<Row[]> => {
  const { named, names } = namesOf[dimension](query.companyId);
  return many<Row>(
    db,
    sql`
    with s as (${highestFirst(dimension, query)})
    select ${named} ${more.named}, ${amounts} from s ${names} ${more.names}
    order by s.cost_cents desc, s.key desc limit ${query.limit}`,
  );
};

export const listAgentCosts = (db: Db, query: CostQuery): Promise<Listed<'listCostsByAgent'>[]> =>
  listed(db, query, 'agent', {
    named: sql`, a.status as agent_status,
      coalesce(a.budget_monthly_cents, 0) as budget_monthly_cents,
      coalesce(am.reserved_cents, 0) as reserved_cents`,
    names: sql`left join agent_months am on am.agent_id = s.key::uuid
      and am.company_id = ${query.companyId} and am.month = ${monthOf(query)}`,
  });

/** The month that was asked for; otherwise the current one. */
const monthOf = ({ companyId, month, now }: CostQuery): Statement =>
  month === undefined ? monthAt(sql`${companyId}::uuid`, now) : sql`${month}`;

export const listProjectCosts = (
  db: Db,
  query: CostQuery,
): Promise<Listed<'listCostsByProject'>[]> => listed(db, query, 'project');

export const listIssueCosts = (db: Db, query: CostQuery): Promise<Listed<'listCostsByIssue'>[]> =>
  listed(db, query, 'issue');

export const listModelCosts = (db: Db, query: CostQuery): Promise<Listed<'listCostsByModel'>[]> =>
  listed(db, query, 'model');
