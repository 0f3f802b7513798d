-- All migrations of this service added up. The event log is in service-kit.

create table agent_months (
  agent_id uuid not null,
  month text not null,
  company_id uuid not null,
  spent_cents bigint not null default 0,
  reserved_cents bigint not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  cached_input_tokens bigint not null default 0,
  events bigint not null default 0,
  warned_at timestamp(3) with time zone,
  exhausted_at timestamp(3) with time zone,
  recent_run_cents bigint[],
  constraint agent_months_pkey PRIMARY KEY (agent_id, month),
  constraint agent_months_reserved_cents_check CHECK (reserved_cents >= 0),
  constraint agent_months_spent_cents_check CHECK (spent_cents >= 0)
);
CREATE INDEX agent_months_exhausted ON agent_months USING btree (company_id, month) WHERE (exhausted_at IS NOT NULL);
CREATE INDEX agent_months_marked ON agent_months USING btree (month, company_id) WHERE (exhausted_at IS NOT NULL);
CREATE INDEX agent_months_of_company ON agent_months USING btree (company_id, month);

create table agents (
  agent_id uuid not null,
  company_id uuid not null,
  name text not null,
  status text not null,
  budget_monthly_cents bigint not null,
  version integer not null,
  constraint agents_pkey PRIMARY KEY (agent_id),
  constraint agents_budget_monthly_cents_check CHECK (budget_monthly_cents >= 0)
);

create table audits (
  company_id uuid not null,
  audited_at timestamp(3) with time zone not null,
  constraint audits_pkey PRIMARY KEY (company_id)
);
CREATE INDEX audits_by_time ON audits USING btree (audited_at);

create table bulk_effects (
  company_id uuid not null,
  name text not null,
  subject_id uuid not null,
  "position" text,
  cause jsonb not null,
  started_at timestamp(3) with time zone not null default clock_timestamp(),
  advanced_at timestamp(3) with time zone not null default clock_timestamp(),
  due_at timestamp(3) with time zone not null default clock_timestamp(),
  steps bigint not null default 0,
  attempts integer not null default 0,
  last_error text,
  constraint bulk_effects_pkey PRIMARY KEY (company_id, name, subject_id)
);
CREATE INDEX bulk_effects_due ON bulk_effects USING btree (due_at);

create table companies (
  company_id uuid not null,
  status text not null,
  budget_monthly_cents bigint not null,
  version integer not null,
  constraint companies_pkey PRIMARY KEY (company_id),
  constraint companies_budget_monthly_cents_check CHECK (budget_monthly_cents >= 0)
);

create table company_months (
  company_id uuid not null,
  month text not null,
  spent_cents bigint not null default 0,
  reserved_cents bigint not null default 0,
  warned_at timestamp(3) with time zone,
  exhausted_at timestamp(3) with time zone,
  constraint company_months_pkey PRIMARY KEY (company_id, month),
  constraint company_months_reserved_cents_check CHECK (reserved_cents >= 0),
  constraint company_months_spent_cents_check CHECK (spent_cents >= 0)
);
CREATE INDEX company_months_exhausted ON company_months USING btree (company_id, month) WHERE (exhausted_at IS NOT NULL);
CREATE INDEX company_months_marked ON company_months USING btree (month, company_id) WHERE (exhausted_at IS NOT NULL);

create table company_zones (
  company_id uuid not null,
  valid_from timestamp with time zone not null,
  from_month text not null,
  time_zone text not null,
  constraint company_zones_pkey PRIMARY KEY (company_id, valid_from)
);

create table cost_events (
  company_id uuid not null,
  event_id text not null,
  id uuid not null,
  agent_id uuid not null,
  month text not null,
  cost_cents bigint not null,
  price_status text not null default 'measured'::text,
  provider text not null,
  model text not null,
  occurred_at timestamp(3) with time zone not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  cached_input_tokens bigint not null,
  issue_id uuid,
  project_id uuid,
  goal_id uuid,
  run_id uuid,
  billing_code text,
  budget_limit_cents bigint not null,
  budget_spent_cents bigint not null,
  budget_stop boolean not null,
  created_at timestamp(3) with time zone not null default now(),
  voids_cost_id uuid,
  void_reason text,
  voided_by_cost_id uuid,
  price_date date,
  voided_costs integer not null default 1,
  constraint cost_events_pkey PRIMARY KEY (company_id, event_id),
  constraint cost_events_only_voids_are_negative CHECK (voids_cost_id IS NOT NULL OR LEAST(cost_cents, input_tokens, output_tokens, cached_input_tokens) >= 0) NOT VALID,
  constraint cost_events_price_status_check CHECK (price_status = ANY (ARRAY['measured'::text, 'estimated'::text, 'unknown'::text])),
  constraint cost_events_voids_have_a_reason CHECK ((voids_cost_id IS NULL) = (void_reason IS NULL)) NOT VALID
);
CREATE INDEX cost_events_by_id ON cost_events USING btree (company_id, id);
CREATE INDEX cost_events_in_order ON cost_events USING btree (company_id, occurred_at, id);
CREATE INDEX cost_events_of_agent ON cost_events USING btree (company_id, agent_id, occurred_at, id);
CREATE INDEX cost_events_of_issue ON cost_events USING btree (company_id, issue_id, occurred_at, id) WHERE (issue_id IS NOT NULL);
CREATE INDEX cost_events_of_project ON cost_events USING btree (company_id, project_id, occurred_at, id) WHERE (project_id IS NOT NULL);
CREATE INDEX cost_events_of_run ON cost_events USING btree (company_id, run_id, occurred_at, id) WHERE (run_id IS NOT NULL);
CREATE UNIQUE INDEX cost_events_voided_once ON cost_events USING btree (company_id, voids_cost_id) WHERE (voids_cost_id IS NOT NULL);

create table cost_sums (
  company_id uuid not null,
  dimension text not null,
  grain text not null,
  starts_on date not null,
  key text not null,
  cost_cents bigint not null,
  unknown_cents bigint not null,
  input_tokens bigint not null,
  cached_input_tokens bigint not null,
  output_tokens bigint not null,
  events bigint not null,
  estimated_cents bigint not null default 0,
  unknown_events bigint not null default 0,
  constraint cost_sums_pkey PRIMARY KEY (company_id, dimension, grain, starts_on, key),
  constraint cost_sums_dimension_check CHECK (dimension = ANY (ARRAY['all'::text, 'agent'::text, 'project'::text, 'issue'::text, 'model'::text])),
  constraint cost_sums_grain_check CHECK (grain = ANY (ARRAY['day'::text, 'month'::text]))
);

create table erasures (
  company_id uuid not null,
  phase text not null default 'first'::text,
  begun_at timestamp(3) with time zone not null default now(),
  deleted jsonb not null default '{}'::jsonb,
  next_table text,
  next_block bigint not null default 0,
  found boolean not null default false,
  erased_at timestamp(3) with time zone,
  done_at timestamp(3) with time zone,
  due_at timestamp(3) with time zone not null default now(),
  attempts integer not null default 0,
  last_error text,
  constraint erasures_pkey PRIMARY KEY (company_id),
  constraint erasures_phase_known CHECK (phase = ANY (ARRAY['first'::text, 'reported'::text, 'last'::text, 'done'::text]))
);
CREATE INDEX erasures_due ON erasures USING btree (due_at) WHERE (phase <> 'done'::text);

create table goals (
  goal_id uuid not null,
  company_id uuid not null,
  constraint goals_pkey PRIMARY KEY (goal_id)
);

create table issues (
  issue_id uuid not null,
  company_id uuid not null,
  project_id uuid,
  goal_id uuid,
  version integer not null,
  identifier text,
  title text,
  constraint issues_pkey PRIMARY KEY (issue_id)
);

create table joins (
  producer text not null,
  company_id uuid not null,
  seq bigint not null,
  next_type text not null,
  next_after text,
  constraint joins_pkey PRIMARY KEY (producer, company_id)
);

create table project_months (
  company_id uuid not null,
  month text not null,
  project_id uuid,
  spent_cents bigint not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  cached_input_tokens bigint not null default 0,
  events bigint not null default 0,
  constraint one_row_for_a_project_and_month UNIQUE NULLS NOT DISTINCT (company_id, month, project_id),
  constraint project_months_spent_cents_check CHECK (spent_cents >= 0)
);

create table projects (
  project_id uuid not null,
  company_id uuid not null,
  name text not null,
  version integer not null,
  constraint projects_pkey PRIMARY KEY (project_id)
);

create table reservations (
  run_id uuid not null,
  company_id uuid not null,
  agent_id uuid not null,
  month text not null,
  cents bigint not null,
  left_cents bigint not null,
  state text not null default 'held'::text,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint reservations_pkey PRIMARY KEY (run_id),
  constraint reservations_cents_check CHECK (cents >= 0),
  constraint reservations_check CHECK (left_cents >= 0 AND left_cents <= cents),
  constraint reservations_state_check CHECK (state = ANY (ARRAY['held'::text, 'settled'::text, 'voided'::text]))
);
CREATE INDEX reservations_held ON reservations USING btree (agent_id) WHERE (state = 'held'::text);
CREATE INDEX reservations_to_expire ON reservations USING btree (expires_at) WHERE (state = 'held'::text);

create table run_usages (
  run_id uuid not null,
  company_id uuid not null,
  bookings integer not null,
  cost_cents bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  cached_input_tokens bigint not null,
  unusual_at timestamp(3) with time zone,
  median_cents bigint,
  compared_runs integer,
  constraint run_usages_pkey PRIMARY KEY (run_id),
  constraint run_usages_unusual_were_compared CHECK ((unusual_at IS NULL) = (median_cents IS NULL) AND (unusual_at IS NULL) = (compared_runs IS NULL)) NOT VALID
);
CREATE INDEX run_usages_unusual ON run_usages USING btree (company_id, unusual_at) WHERE (unusual_at IS NOT NULL);
