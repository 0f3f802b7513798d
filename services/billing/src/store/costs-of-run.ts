/** The costs of one run, summed when they are asked for: from the index by run. */
import type { CostsOfRun } from '@muster/contracts';
import { many, sql, type Db } from '@muster/service-kit';

type ModelCosts = CostsOfRun['byModel'][number];
type Total = Omit<CostsOfRun, 'byModel' | 'more'>;

/** The total comes with the lines, so that both are of one moment. */
export async function sumCostsOfRun(
  db: Db,
  { companyId, runId }: { readonly companyId: string; readonly runId: string },
  limit: number,
): Promise<{ readonly total: Total; readonly models: readonly ModelCosts[] }> {
  const [first, ...models] = await many<ModelCosts>(
    db,
    sql`
    select provider, model, price_status,
      coalesce(sum(cost_cents), 0)::bigint as cost_cents,
      coalesce(sum(cost_cents) filter (where price_status = 'unknown'), 0)::bigint
        as unknown_cents,
      coalesce(sum(cost_cents) filter (where price_status = 'estimated'), 0)::bigint
        as estimated_cents,
      coalesce(sum(case when voids_cost_id is null then 1 else -voided_costs end)
        filter (where price_status = 'unknown'), 0)::bigint as unknown_events,
      coalesce(sum(input_tokens), 0)::bigint as input_tokens,
      coalesce(sum(cached_input_tokens), 0)::bigint as cached_input_tokens,
      coalesce(sum(output_tokens), 0)::bigint as output_tokens,
      count(*) as events
    from cost_events where company_id = ${companyId} and run_id = ${runId}
    group by grouping sets ((), (provider, model, price_status))
    order by grouping(provider) desc, 4 desc, provider, model, price_status
    limit ${limit + 1}`,
  );
  // The empty grouping set has a row even where there is no cost.
  const {
    provider: _provider,
    model: _model,
    priceStatus: _status,
    ...total
  } = first as ModelCosts;
  return { total, models };
}
