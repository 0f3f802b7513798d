-- Which approvals have raised whose budget: a raise is relative, so it must not be made twice.

create table budget_raises (
  approval_id uuid primary key,
  company_id uuid not null,
  agent_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  raised_at timestamptz(3) not null default now(),
  constraint budget_raises_of_agents
    foreign key (company_id, agent_id) references agents (company_id, id)
);
