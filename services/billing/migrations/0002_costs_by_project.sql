-- Sums of each month per project, and the names that lists show and reports are checked against.
-- Code that does not know them books on; its costs are missing in the list by project until it is
-- gone.

create table project_months (
  company_id uuid not null,
  month text not null,
  -- null: costs of no project.
  project_id uuid,
  spent_cents bigint not null default 0 check (spent_cents >= 0),
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  cached_input_tokens bigint not null default 0,
  events bigint not null default 0,
  constraint one_row_for_a_project_and_month
    unique nulls not distinct (company_id, month, project_id)
);

insert into project_months (
  company_id, month, project_id, spent_cents, input_tokens, output_tokens, cached_input_tokens,
  events
)
select company_id, month, project_id, sum(cost_cents), sum(input_tokens), sum(output_tokens),
  sum(cached_input_tokens), count(*)
from cost_events
group by company_id, month, project_id;

create table projects (
  project_id uuid primary key,
  company_id uuid not null,
  name text not null,
  version integer not null
);

create table goals (
  goal_id uuid primary key,
  company_id uuid not null
);
