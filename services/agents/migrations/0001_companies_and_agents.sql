-- Companies and the agents in them. What must never be true of two rows at once (two living agents
-- of one name, two living ceos, one issue prefix twice) is held by an index, because operations
-- that run side by side cannot see each other's rows. A living agent is one that is not terminated.

create table companies (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  description text not null,
  status text not null default 'active' check (status in ('active', 'paused', 'archived')),
  issue_prefix text not null check (issue_prefix ~ '^[A-Z]+$'),
  budget_monthly_cents bigint not null check (budget_monthly_cents >= 0),
  require_board_approval_for_new_agents boolean not null,
  review_required boolean not null,
  time_zone text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint companies_issue_prefix_unique unique (issue_prefix)
);

-- Companies whose budget billing has said to be spent and not yet to have room again. Apart from
-- the companies, so that what billing says never waits for somebody who changes settings.
create table spent_company_budgets (
  company_id uuid primary key references companies (id)
);

create table agents (
  id uuid primary key,
  company_id uuid not null references companies (id),
  name text not null check (length(name) between 1 and 200),
  -- The name as it is compared: normalised and in lower case.
  name_key text not null,
  url_key text not null check (url_key ~ '^[a-z0-9][a-z0-9-]*$' and length(url_key) <= 200),
  role text not null,
  title text,
  icon text,
  status text not null check (
    status in ('pending_approval', 'idle', 'running', 'paused', 'error', 'terminated')
  ),
  pause_reason text check (pause_reason in ('manual', 'budget', 'loop', 'company')),
  paused_at timestamptz(3),
  reports_to uuid,
  capabilities text,
  adapter_type text not null,
  adapter_config jsonb not null,
  runtime_config jsonb not null,
  can_create_agents boolean not null,
  budget_monthly_cents bigint not null check (budget_monthly_cents >= 0),
  -- The same of the agent's own budget.
  budget_spent boolean not null default false,
  -- What billing holds back for runs that are under way.
  reserved_cents bigint not null default 0 check (reserved_cents >= 0),
  -- The run that was started last and has not ended; only its end may change the status.
  live_run_id uuid,
  last_heartbeat_at timestamptz(3),
  metadata jsonb not null,
  -- The hire_agent approval that decides about this agent, where one was required.
  approval_id uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint agents_in_one_company unique (company_id, id),
  constraint agents_report_inside_the_company
    foreign key (company_id, reports_to) references agents (company_id, id),
  constraint agents_do_not_report_to_themselves check (reports_to <> id),
  constraint agents_paused_for_a_reason check (
    (status = 'paused') = (pause_reason is not null)
    and (pause_reason is null) = (paused_at is null)
  )
);

create unique index agents_living_name_unique on agents (company_id, name_key)
  where status <> 'terminated';
create unique index agents_living_url_key_unique on agents (company_id, url_key)
  where status <> 'terminated';
create unique index agents_one_living_ceo on agents (company_id)
  where role = 'ceo' and status <> 'terminated';
-- Who reports to an agent: the managers rule, and walks down the tree.
create index agents_by_manager on agents (company_id, reports_to) where reports_to is not null;
