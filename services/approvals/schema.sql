-- All migrations of this service added up. The event log is in service-kit.

create table agent_limits (
  agent_id uuid not null,
  company_id uuid not null,
  budget_monthly_cents bigint not null,
  version integer not null,
  constraint agent_limits_pkey PRIMARY KEY (agent_id)
);

create table agents (
  agent_id uuid not null,
  company_id uuid not null,
  name text not null,
  role text not null,
  status text not null,
  version integer not null,
  constraint agents_pkey PRIMARY KEY (agent_id)
);

create table approval_comments (
  id uuid not null,
  approval_id uuid not null,
  company_id uuid not null,
  body text not null,
  author_agent_id uuid,
  author_user_id uuid,
  author_name text not null,
  run_id uuid,
  created_at timestamp(3) with time zone not null default now(),
  redacted jsonb,
  constraint approval_comments_pkey PRIMARY KEY (id),
  constraint a_comment_has_one_author CHECK ((author_agent_id IS NULL) <> (author_user_id IS NULL)),
  constraint approval_comments_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approvals(id),
  constraint approval_comments_body_check CHECK (length(body) > 0)
);
CREATE INDEX approval_comments_oldest_first ON approval_comments USING btree (approval_id, created_at, id);

create table approval_issues (
  approval_id uuid not null,
  issue_id uuid not null,
  company_id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint approval_issues_pkey PRIMARY KEY (approval_id, issue_id),
  constraint approval_issues_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approvals(id)
);
CREATE INDEX approval_issues_by_issue ON approval_issues USING btree (company_id, issue_id);

create table approvals (
  id uuid not null,
  company_id uuid not null,
  type text not null,
  status text not null default 'pending'::text,
  requested_by_agent_id uuid,
  requested_by_user_id uuid,
  agent_id uuid,
  payload jsonb not null,
  decision_note text,
  decided_by_user_id uuid,
  decided_at timestamp(3) with time zone,
  revision integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  version integer not null default 1,
  budget_agent_id uuid,
  caused_by uuid,
  change_of_agent_id uuid,
  changes jsonb,
  is_stale boolean not null default false,
  effect text,
  payload_by_user_id uuid,
  new_limit_cents bigint,
  requested_by_name text,
  decided_by_name text,
  redacted jsonb,
  constraint approvals_pkey PRIMARY KEY (id),
  constraint a_decision_has_a_decider CHECK ((status = ANY (ARRAY['approved'::text, 'rejected'::text])) = (decided_at IS NOT NULL) AND (decided_at IS NULL) = (decided_by_user_id IS NULL)),
  constraint a_hire_names_its_agent CHECK ((type = 'hire_agent'::text) = (agent_id IS NOT NULL)),
  constraint an_event_opens_one_approval UNIQUE (caused_by),
  constraint approvals_effect_check CHECK (effect = ANY (ARRAY['applied'::text, 'not_applied'::text])),
  constraint approvals_revision_check CHECK (revision >= 1),
  constraint approvals_status_check CHECK (status = ANY (ARRAY['pending'::text, 'revision_requested'::text, 'approved'::text, 'rejected'::text, 'cancelled'::text])),
  constraint approvals_type_check CHECK (type = ANY (ARRAY['hire_agent'::text, 'approve_ceo_strategy'::text, 'budget_override_required'::text, 'request_board_approval'::text, 'change_agent'::text]))
);
CREATE INDEX approvals_by_requester ON approvals USING btree (company_id, requested_by_agent_id, created_at DESC, id DESC) WHERE (requested_by_agent_id IS NOT NULL);
CREATE INDEX approvals_by_status ON approvals USING btree (company_id, status, created_at DESC, id DESC);
CREATE INDEX approvals_by_type ON approvals USING btree (company_id, type, created_at DESC, id DESC);
CREATE INDEX approvals_newest_first ON approvals USING btree (company_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX approvals_of_hires ON approvals USING btree (agent_id) WHERE (agent_id IS NOT NULL);
CREATE INDEX approvals_open_of_budget ON approvals USING btree (company_id, budget_agent_id) WHERE ((budget_agent_id IS NOT NULL) AND (status = ANY (ARRAY['pending'::text, 'revision_requested'::text])));
CREATE INDEX approvals_open_of_change ON approvals USING btree (company_id, change_of_agent_id) WHERE ((change_of_agent_id IS NOT NULL) AND (status = ANY (ARRAY['pending'::text, 'revision_requested'::text])));
CREATE INDEX approvals_pending ON approvals USING btree (created_at DESC, id DESC) WHERE (status = 'pending'::text);

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
  version integer not null,
  approvals_need_another boolean not null default false,
  constraint companies_pkey PRIMARY KEY (company_id)
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

create table issues (
  issue_id uuid not null,
  company_id uuid not null,
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

create table secrets (
  secret_id uuid not null,
  company_id uuid not null,
  name text not null,
  constraint secrets_pkey PRIMARY KEY (secret_id)
);
CREATE INDEX secrets_by_name ON secrets USING btree (company_id, lower(name));
