-- The books: every cost once, its sums per agent and month and per company and month, what runs
-- have reserved, and the little that must be known of others: limits, zones, and which issue is of
-- which project. All money is whole cents. A company's row in `companies` is the lock of its books:
-- whoever moves money takes it first, so that no order among the other rows can deadlock.

create table companies (
  company_id uuid primary key,
  status text not null,
  budget_monthly_cents bigint not null check (budget_monthly_cents >= 0),
  version integer not null
);

-- The zone in which a company's months begin, and since when. A change counts from the next month
-- on, so that no month is longer or shorter than it was when money was booked into it.
create table company_zones (
  company_id uuid not null,
  valid_from timestamptz not null,
  from_month text not null,
  time_zone text not null,
  primary key (company_id, valid_from)
);

create table agents (
  agent_id uuid primary key,
  company_id uuid not null,
  name text not null,
  status text not null,
  budget_monthly_cents bigint not null check (budget_monthly_cents >= 0),
  version integer not null
);

create table issues (
  issue_id uuid primary key,
  company_id uuid not null,
  project_id uuid,
  goal_id uuid,
  version integer not null
);

create table cost_events (
  company_id uuid not null,
  event_id text not null,
  id uuid not null,
  agent_id uuid not null,
  month text not null,
  cost_cents bigint not null check (cost_cents >= 0),
  -- An unknown price is booked as no money, and is known to be wrong.
  price_status text not null default 'measured' check (price_status in ('measured', 'unknown')),
  provider text not null,
  model text not null,
  occurred_at timestamptz(3) not null,
  input_tokens bigint not null check (input_tokens >= 0),
  output_tokens bigint not null check (output_tokens >= 0),
  cached_input_tokens bigint not null check (cached_input_tokens >= 0),
  issue_id uuid,
  project_id uuid,
  goal_id uuid,
  run_id uuid,
  billing_code text,
  -- The budget as the first answer told it: a repeated report gets that answer again.
  budget_limit_cents bigint not null,
  budget_spent_cents bigint not null,
  budget_stop boolean not null,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, event_id)
);
create index cost_events_by_time on cost_events (company_id, occurred_at);
create index cost_events_by_agent_and_month on cost_events (agent_id, month);

create table agent_months (
  agent_id uuid not null,
  month text not null,
  company_id uuid not null,
  spent_cents bigint not null default 0 check (spent_cents >= 0),
  reserved_cents bigint not null default 0 check (reserved_cents >= 0),
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  cached_input_tokens bigint not null default 0,
  events bigint not null default 0,
  -- Set while the crossing of 80 % and of 100 % is said and has not been taken back.
  warned_at timestamptz(3),
  exhausted_at timestamptz(3),
  primary key (agent_id, month)
);
create index agent_months_of_company on agent_months (company_id, month);
create index agent_months_exhausted on agent_months (company_id, month)
  where exhausted_at is not null;

create table company_months (
  company_id uuid not null,
  month text not null,
  spent_cents bigint not null default 0 check (spent_cents >= 0),
  reserved_cents bigint not null default 0 check (reserved_cents >= 0),
  warned_at timestamptz(3),
  exhausted_at timestamptz(3),
  primary key (company_id, month)
);
create index company_months_exhausted on company_months (company_id, month)
  where exhausted_at is not null;

-- What a run holds of its agent's and its company's budget. It is given back when the run has
-- ended, or by itself when its time is over.
create table reservations (
  run_id uuid primary key,
  company_id uuid not null,
  agent_id uuid not null,
  month text not null,
  cents bigint not null check (cents >= 0),
  left_cents bigint not null check (left_cents between 0 and cents),
  state text not null default 'held' check (state in ('held', 'settled', 'voided')),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index reservations_held on reservations (agent_id) where state = 'held';
create index reservations_to_expire on reservations (expires_at) where state = 'held';

-- How much of a run's usage is booked. Usage is reported as a running total; only what is new is a
-- cost.
create table run_usages (
  run_id uuid primary key,
  company_id uuid not null,
  bookings integer not null,
  cost_cents bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  cached_input_tokens bigint not null
);
