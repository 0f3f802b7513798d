-- What costs add up to, by what lists show: for each day and each month of the company's zone, the
-- whole company, each agent, project, issue and model. Moved in the transaction of each cost, so a
-- list never looks at the costs themselves but at the two ends of a window that begins or ends in
-- mid-day. `project_months` is superseded; code of the last release goes on with it, shows its own
-- costs only, and its costs are missing here until it is gone. A later release drops it.

create table cost_sums (
  company_id uuid not null,
  dimension text not null check (dimension in ('all', 'agent', 'project', 'issue', 'model')),
  grain text not null check (grain in ('day', 'month')),
  -- The first day of the period.
  starts_on date not null,
  -- An id, `["provider","model"]`, or nothing for `all` and for costs of no project or issue.
  key text collate "C" not null,
  cost_cents bigint not null,
  unknown_cents bigint not null,
  input_tokens bigint not null,
  cached_input_tokens bigint not null,
  output_tokens bigint not null,
  events bigint not null,
  primary key (company_id, dimension, grain, starts_on, key)
);

insert into cost_sums
select c.company_id, d.dimension, p.grain, p.starts_on, d.key, sum(c.cost_cents), 0,
  sum(c.input_tokens), sum(c.cached_input_tokens), sum(c.output_tokens), count(*)
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
group by 1, 2, 3, 4, 5;
