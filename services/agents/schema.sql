-- All migrations of this service added up. The event log is in service-kit.

create table agent_months (
  agent_id uuid not null,
  month text not null,
  company_id uuid not null,
  spent_cents bigint not null,
  as_of_seq bigint not null default 0,
  constraint agent_months_pkey PRIMARY KEY (agent_id, month),
  constraint agent_months_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  constraint agent_months_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint agent_months_month_check CHECK (month ~ '^\d{4}-\d{2}$'::text),
  constraint agent_months_spent_cents_check CHECK (spent_cents >= 0)
);

create table agent_skills (
  company_id uuid not null,
  agent_id uuid not null,
  skill_id uuid not null,
  constraint agent_skills_once PRIMARY KEY (agent_id, skill_id),
  constraint agent_skills_of_agents FOREIGN KEY (company_id, agent_id) REFERENCES agents(company_id, id),
  constraint agent_skills_of_skills FOREIGN KEY (company_id, skill_id) REFERENCES skills(company_id, id)
);
CREATE INDEX agent_skills_by_skill ON agent_skills USING btree (company_id, skill_id);

create table agents (
  id uuid not null,
  company_id uuid not null,
  name text not null,
  name_key text not null,
  url_key text not null,
  role text not null,
  title text,
  icon text,
  status text not null,
  pause_reason text,
  paused_at timestamp(3) with time zone,
  reports_to uuid,
  capabilities text,
  adapter_type text not null,
  adapter_config jsonb not null,
  runtime_config jsonb not null,
  can_create_agents boolean not null,
  budget_monthly_cents bigint not null,
  budget_spent boolean not null default false,
  reserved_cents bigint not null default 0,
  live_run_id uuid,
  last_heartbeat_at timestamp(3) with time zone,
  metadata jsonb not null,
  approval_id uuid,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  version integer not null default 1,
  secrets_kept boolean not null default true,
  reserved_as_of_seq bigint not null default 0,
  quota_held_until timestamp(3) with time zone,
  paused_by_board boolean not null default false,
  hired_by_agent boolean not null default false,
  failures integer not null default 0,
  failing_since timestamp(3) with time zone,
  failing_code text,
  failing_until timestamp(3) with time zone,
  folder_approval_id uuid,
  constraint agents_pkey PRIMARY KEY (id),
  constraint agents_budget_monthly_cents_check CHECK (budget_monthly_cents >= 0),
  constraint agents_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint agents_do_not_report_to_themselves CHECK (reports_to <> id),
  constraint agents_in_one_company UNIQUE (company_id, id),
  constraint agents_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
  constraint agents_pause_reason_check CHECK (pause_reason = ANY (ARRAY['manual'::text, 'budget'::text, 'loop'::text, 'company'::text])),
  constraint agents_paused_for_a_reason CHECK ((status = 'paused'::text) = (pause_reason IS NOT NULL) AND (pause_reason IS NULL) = (paused_at IS NULL)),
  constraint agents_report_inside_the_company FOREIGN KEY (company_id, reports_to) REFERENCES agents(company_id, id),
  constraint agents_reserved_cents_check CHECK (reserved_cents >= 0),
  constraint agents_status_check CHECK (status = ANY (ARRAY['pending_approval'::text, 'idle'::text, 'running'::text, 'paused'::text, 'error'::text, 'terminated'::text])),
  constraint agents_url_key_check CHECK (url_key ~ '^[a-z0-9][a-z0-9-]*$'::text AND length(url_key) <= 200)
);
CREATE UNIQUE INDEX agents_by_folder_approval ON agents USING btree (folder_approval_id) WHERE (folder_approval_id IS NOT NULL);
CREATE INDEX agents_by_manager ON agents USING btree (company_id, reports_to) WHERE (reports_to IS NOT NULL);
CREATE INDEX agents_hired_by_agents ON agents USING btree (company_id, created_at) WHERE hired_by_agent;
CREATE UNIQUE INDEX agents_living_name_unique ON agents USING btree (company_id, name_key) WHERE (status <> 'terminated'::text);
CREATE UNIQUE INDEX agents_living_url_key_unique ON agents USING btree (company_id, url_key) WHERE (status <> 'terminated'::text);
CREATE UNIQUE INDEX agents_one_living_ceo ON agents USING btree (company_id) WHERE ((role = 'ceo'::text) AND (status <> 'terminated'::text));
CREATE INDEX agents_stopped ON agents USING btree (company_id, id) WHERE ((status = 'error'::text) OR (pause_reason = ANY (ARRAY['budget'::text, 'loop'::text])));
CREATE INDEX agents_stopped_newest ON agents USING btree (updated_at DESC, id) WHERE ((status = 'error'::text) OR (pause_reason = ANY (ARRAY['budget'::text, 'loop'::text])));

create table budget_raises (
  approval_id uuid not null,
  company_id uuid not null,
  agent_id uuid not null,
  amount_cents bigint not null,
  raised_at timestamp(3) with time zone not null default now(),
  constraint budget_raises_pkey PRIMARY KEY (approval_id),
  constraint budget_raises_amount_cents_check CHECK (amount_cents > 0),
  constraint budget_raises_of_agents FOREIGN KEY (company_id, agent_id) REFERENCES agents(company_id, id)
);

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
  id uuid not null,
  name text not null,
  description text not null,
  status text not null default 'active'::text,
  issue_prefix text not null,
  budget_monthly_cents bigint not null,
  require_board_approval_for_new_agents boolean not null,
  review_required boolean not null,
  time_zone text not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  version integer not null default 1,
  company_id uuid not null generated always as (id) stored,
  approvals_need_another boolean not null default false,
  former_time_zone text,
  zone_from timestamp(3) with time zone,
  zone_from_month text,
  stops_ended_work boolean not null default true,
  reopen_days integer not null default 7,
  review_policy text not null default 'anyone'::text,
  reviewer_agent_id uuid,
  review_evidence text not null default 'none'::text,
  max_review_rounds integer not null default 5,
  erases_at timestamp(3) with time zone,
  status_before_erasure text,
  erasure_requested_by text,
  erasure_requested_at timestamp(3) with time zone,
  constraint companies_pkey PRIMARY KEY (id),
  constraint companies_budget_monthly_cents_check CHECK (budget_monthly_cents >= 0),
  constraint companies_issue_prefix_check CHECK (issue_prefix ~ '^[A-Z]+$'::text),
  constraint companies_issue_prefix_unique UNIQUE (issue_prefix),
  constraint companies_max_review_rounds_check CHECK (max_review_rounds > 0),
  constraint companies_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
  constraint companies_reopen_days_check CHECK (reopen_days >= 0),
  constraint companies_review_evidence_check CHECK (review_evidence = ANY (ARRAY['none'::text, 'link'::text, 'document'::text, 'file'::text])),
  constraint companies_review_policy_check CHECK (review_policy = ANY (ARRAY['anyone'::text, 'not_author'::text, 'person'::text, 'named'::text])),
  constraint companies_status_check CHECK (status = ANY (ARRAY['active'::text, 'paused'::text, 'archived'::text]))
);
CREATE INDEX companies_to_erase ON companies USING btree (erases_at) WHERE (erases_at IS NOT NULL);

create table company_erasures (
  company_id uuid not null,
  requested_by_user_id text not null,
  requested_at timestamp(3) with time zone not null,
  begun_at timestamp(3) with time zone not null default now(),
  finished_at timestamp(3) with time zone,
  constraint company_erasures_pkey PRIMARY KEY (company_id)
);
CREATE INDEX company_erasures_newest_first ON company_erasures USING btree (begun_at DESC, company_id DESC);

create table company_keys (
  company_id uuid not null,
  master_key_id text not null,
  wrapped bytea not null,
  wrapped_at timestamp(3) with time zone not null default now(),
  constraint company_keys_pkey PRIMARY KEY (company_id),
  constraint company_keys_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

create table company_months (
  company_id uuid not null,
  month text not null,
  spent_cents bigint not null,
  as_of_seq bigint not null default 0,
  constraint company_months_pkey PRIMARY KEY (company_id, month),
  constraint company_months_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint company_months_month_check CHECK (month ~ '^\d{4}-\d{2}$'::text),
  constraint company_months_spent_cents_check CHECK (spent_cents >= 0)
);

create table config_revisions (
  id uuid not null,
  company_id uuid not null,
  agent_id uuid not null,
  number integer not null,
  source text not null,
  changed_keys text[] not null,
  config jsonb not null,
  rolled_back_from_revision_id uuid,
  created_by_agent_id uuid,
  created_by_user_id uuid,
  created_at timestamp(3) with time zone not null default now(),
  secrets_kept boolean not null default true,
  constraint config_revisions_pkey PRIMARY KEY (id),
  constraint config_revisions_number_check CHECK (number >= 1),
  constraint config_revisions_numbered UNIQUE (agent_id, number),
  constraint config_revisions_of_agents FOREIGN KEY (company_id, agent_id) REFERENCES agents(company_id, id),
  constraint config_revisions_source_check CHECK (source = ANY (ARRAY['created'::text, 'patch'::text, 'instructions_path'::text, 'rollback'::text]))
);

create table erasure_receipts (
  company_id uuid not null,
  service text not null,
  begun_at timestamp(3) with time zone not null,
  erased_at timestamp(3) with time zone not null,
  deleted jsonb not null,
  constraint erasure_receipts_pkey PRIMARY KEY (company_id, service),
  constraint erasure_receipts_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_erasures(company_id)
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

create table instructions (
  company_id uuid not null,
  agent_id uuid not null,
  version integer not null,
  body text,
  bytes integer not null,
  sha256 text,
  created_by_agent_id uuid,
  created_by_user_id uuid,
  created_at timestamp(3) with time zone not null default now(),
  constraint instructions_versioned PRIMARY KEY (agent_id, version),
  constraint instructions_of_agents FOREIGN KEY (company_id, agent_id) REFERENCES agents(company_id, id),
  constraint instructions_version_check CHECK (version >= 1),
  constraint instructions_with_a_hash CHECK ((body IS NULL) = (sha256 IS NULL))
);

create table joins (
  producer text not null,
  company_id uuid not null,
  seq bigint not null,
  next_type text not null,
  next_after text,
  constraint joins_pkey PRIMARY KEY (producer, company_id)
);

create table requested_changes (
  approval_id uuid not null,
  company_id uuid not null,
  agent_id uuid not null,
  before jsonb not null,
  wanted jsonb not null,
  requested_at timestamp(3) with time zone not null default now(),
  constraint requested_changes_pkey PRIMARY KEY (approval_id),
  constraint requested_changes_of_agents FOREIGN KEY (company_id, agent_id) REFERENCES agents(company_id, id)
);

create table secret_uses (
  company_id uuid not null,
  agent_id uuid not null,
  secret_id uuid not null,
  constraint secret_uses_pkey PRIMARY KEY (agent_id, secret_id),
  constraint secret_uses_of_agents FOREIGN KEY (company_id, agent_id) REFERENCES agents(company_id, id),
  constraint secret_uses_of_secrets FOREIGN KEY (company_id, secret_id) REFERENCES secrets(company_id, id)
);
CREATE INDEX secret_uses_by_secret ON secret_uses USING btree (company_id, secret_id);

create table secrets (
  id uuid not null,
  company_id uuid not null,
  name text,
  agent_id uuid,
  version integer not null default 1,
  sealed bytea not null,
  fingerprint bytea not null,
  created_by_agent_id uuid,
  created_by_user_id uuid,
  rotated_by_user_id uuid,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint secrets_pkey PRIMARY KEY (id),
  constraint secrets_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint secrets_have_a_name_or_an_agent CHECK ((name IS NULL) = (agent_id IS NOT NULL)),
  constraint secrets_in_one_company UNIQUE (company_id, id),
  constraint secrets_name_check CHECK (length(name) >= 1 AND length(name) <= 100),
  constraint secrets_of_agents FOREIGN KEY (company_id, agent_id) REFERENCES agents(company_id, id) DEFERRABLE INITIALLY DEFERRED
);
CREATE UNIQUE INDEX secrets_name_unique ON secrets USING btree (company_id, lower(name)) WHERE (name IS NOT NULL);
CREATE INDEX secrets_of_agents_by_value ON secrets USING btree (company_id, agent_id, fingerprint) WHERE (agent_id IS NOT NULL);

create table skill_revisions (
  company_id uuid not null,
  skill_id uuid not null,
  version integer not null,
  description text not null,
  files jsonb not null,
  file_count integer not null,
  bytes integer not null,
  sha256 text not null,
  created_by_user_id uuid,
  created_at timestamp(3) with time zone not null default now(),
  constraint skill_revisions_versioned PRIMARY KEY (skill_id, version),
  constraint skill_revisions_of_skills FOREIGN KEY (company_id, skill_id) REFERENCES skills(company_id, id),
  constraint skill_revisions_version_check CHECK (version >= 1)
);

create table skills (
  id uuid not null,
  company_id uuid not null,
  slug text not null,
  version integer not null,
  constraint skills_pkey PRIMARY KEY (id),
  constraint skills_by_company UNIQUE (company_id, id),
  constraint skills_of_companies FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint skills_slug_unique UNIQUE (company_id, slug),
  constraint skills_version_check CHECK (version >= 1)
);

create table spent_company_budgets (
  company_id uuid not null,
  constraint spent_company_budgets_pkey PRIMARY KEY (company_id),
  constraint spent_company_budgets_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
