-- How reliable prices are, in sums; the date of the price list that a cost was calculated with; and
-- what the last runs of an agent have cost, with which the next one is compared when it ends.
--
-- Old code leaves out the new columns: what it books as estimated is missing in `estimated_cents`
-- and nowhere else, and a price that it does not know is missing in `unknown_events`.

alter table cost_events add column price_date date;

alter table cost_sums
  add column estimated_cents bigint not null default 0,
  add column unknown_events bigint not null default 0;

-- Most costs are measured and counted right by the defaults.
update cost_sums s
set estimated_cents = e.estimated_cents, unknown_events = e.unknown_events
from (
  select c.company_id, d.dimension, p.grain, p.starts_on, d.key,
    coalesce(sum(c.cost_cents) filter (where c.price_status = 'estimated'), 0) as estimated_cents,
    coalesce(
      sum(case when c.voids_cost_id is null then 1 else -1 end)
        filter (where c.price_status = 'unknown'), 0
    ) as unknown_events
  from cost_events c
  cross join lateral (
    select greatest(
      (c.occurred_at at time zone z.time_zone)::date, (nullif(z.from_month, '') || '-01')::date
    ) as day
    from company_zones z
    where z.company_id = c.company_id and z.valid_from <= c.occurred_at
    order by z.valid_from desc limit 1
  ) occurred
  cross join lateral (
    values ('all', ''), ('agent', c.agent_id::text), ('project', coalesce(c.project_id::text, '')),
      ('issue', coalesce(c.issue_id::text, '')),
      ('model', json_build_array(c.provider, c.model)::text)
  ) d (dimension, key)
  cross join lateral (
    values ('day', occurred.day), ('month', date_trunc('month', occurred.day)::date)
  ) p (grain, starts_on)
  where c.price_status <> 'measured'
  group by 1, 2, 3, 4, 5
) e
where s.company_id = e.company_id and s.dimension = e.dimension and s.grain = e.grain
  and s.starts_on = e.starts_on and s.key = e.key;

alter table agent_months add column recent_run_cents bigint[];

alter table run_usages
  add column unusual_at timestamptz(3),
  add column median_cents bigint,
  add column compared_runs integer,
  add constraint run_usages_unusual_were_compared check (
    (unusual_at is null) = (median_cents is null) and (unusual_at is null) = (compared_runs is null)
  ) not valid;

create index run_usages_unusual on run_usages (company_id, unusual_at)
  where unusual_at is not null;
