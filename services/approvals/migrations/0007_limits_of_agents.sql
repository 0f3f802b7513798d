-- The limits of agents, so that an override shows the limit that it gives, and that limit once it
-- is approved. Code that does not know the table or the column leaves them alone: an approval that
-- it decides shows no limit.

create table agent_limits (
  agent_id uuid primary key,
  company_id uuid not null,
  budget_monthly_cents bigint not null,
  version integer not null
);
alter table approvals add column new_limit_cents bigint;
