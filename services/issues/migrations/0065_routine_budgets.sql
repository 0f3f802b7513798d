-- A limit of what the issues of a routine cost in a month, 0 for none, and the month in which it
-- was reached. Code of the release before leaves both alone and fires without looking at them.
alter table routines add column budget_monthly_cents bigint not null default 0;
alter table routines add column exhausted_month text;
-- What the issues of a routine have cost, from the events of billing.
create table routine_months (
  routine_id uuid not null,
  month text not null,
  company_id uuid not null,
  spent_cents bigint not null,
  updated_at timestamptz(3) not null default now(),
  primary key (routine_id, month)
);
create index routine_months_by_age on routine_months (updated_at);
-- In which zone the months of a company begin.
create table company_zones (
  company_id uuid primary key,
  time_zone text not null,
  version integer not null
);
