-- All migrations of this service added up. The event log is in service-kit.

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
  stops_ended_work boolean not null default true,
  constraint companies_pkey PRIMARY KEY (company_id),
  constraint companies_status_check CHECK (status = ANY (ARRAY['active'::text, 'paused'::text, 'archived'::text]))
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

create table joins (
  producer text not null,
  company_id uuid not null,
  seq bigint not null,
  next_type text not null,
  next_after text,
  constraint joins_pkey PRIMARY KEY (producer, company_id)
);

create table quotas (
  company_id uuid not null,
  quota_group text not null,
  not_before timestamp(3) with time zone,
  nearly_used_at timestamp(3) with time zone,
  updated_at timestamp(3) with time zone not null default now(),
  busy_since timestamp(3) with time zone,
  busy_tries integer not null default 0,
  probing_until timestamp(3) with time zone,
  constraint quotas_pkey PRIMARY KEY (company_id, quota_group)
);
CREATE INDEX quotas_held ON quotas USING btree (not_before) WHERE (not_before IS NOT NULL);

create table roster (
  agent_id uuid not null,
  company_id uuid not null,
  name text not null,
  url_key text not null,
  status text not null,
  reports_to uuid,
  adapter_type text not null,
  heartbeat_enabled boolean not null,
  interval_sec integer not null,
  wake_on_demand boolean not null,
  hold_until timestamp(3) with time zone,
  version integer not null,
  hold_reason text,
  cron text,
  time_zone text not null default 'UTC'::text,
  catch_up text not null default 'one'::text,
  skip_when_idle boolean not null default false,
  not_before timestamp(3) with time zone,
  quota_group text,
  asked_at timestamp(3) with time zone,
  failures integer not null default 0,
  failing_since timestamp(3) with time zone,
  failure_code text,
  failure_error text,
  constraint roster_pkey PRIMARY KEY (agent_id),
  constraint roster_catch_up_check CHECK (catch_up = ANY (ARRAY['none'::text, 'one'::text])),
  constraint roster_interval_sec_check CHECK (interval_sec > 0)
);
CREATE INDEX roster_by_company ON roster USING btree (company_id, url_key);
CREATE INDEX roster_by_end_of_hold ON roster USING btree (LEAST(hold_until, not_before), agent_id) WHERE (LEAST(hold_until, not_before) IS NOT NULL);
CREATE INDEX roster_by_quota_group ON roster USING btree (company_id, quota_group, agent_id) WHERE (quota_group IS NOT NULL);
CREATE INDEX roster_failing ON roster USING btree (company_id, agent_id) WHERE (failures > 0);
CREATE INDEX roster_held ON roster USING btree (company_id, agent_id) WHERE (hold_until IS NOT NULL);
CREATE INDEX roster_in_order ON roster USING btree (company_id, agent_id);
CREATE INDEX roster_resting ON roster USING btree (company_id, not_before) WHERE (not_before IS NOT NULL);

create table run_log (
  run_id uuid not null,
  start integer not null,
  text text not null,
  company_id uuid,
  marks jsonb,
  constraint run_log_pkey PRIMARY KEY (run_id, start)
);

create table run_messages (
  id uuid not null,
  company_id uuid not null,
  run_id uuid not null,
  agent_id uuid not null,
  author_agent_id uuid,
  author_user_id uuid,
  author_name text not null,
  text text not null,
  interrupt boolean not null,
  created_at timestamp(3) with time zone not null default now(),
  for_run_id uuid not null,
  passed_at timestamp(3) with time zone,
  delivered_at timestamp(3) with time zone,
  constraint run_messages_pkey PRIMARY KEY (id),
  constraint run_messages_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE
);
CREATE INDEX run_messages_by_run ON run_messages USING btree (run_id, id);
CREATE INDEX run_messages_of_agent ON run_messages USING btree (agent_id, id) WHERE (delivered_at IS NULL);
CREATE INDEX run_messages_waiting ON run_messages USING btree (for_run_id, id) WHERE (delivered_at IS NULL);

create table runs (
  id uuid not null,
  company_id uuid not null,
  agent_id uuid not null,
  source text not null,
  reason text,
  status text not null,
  epoch integer not null default 0,
  issue_id uuid,
  wake_reason text,
  context jsonb not null,
  hops integer not null default 0,
  traceparent text,
  hint_at timestamp(3) with time zone not null,
  held boolean not null default false,
  lease_expires_at timestamp(3) with time zone,
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  exit_code integer,
  signal text,
  error text,
  error_code text,
  usage jsonb,
  result_summary text,
  log_bytes integer not null default 0,
  log_truncated boolean not null default false,
  created_at timestamp(3) with time zone not null default now(),
  deadline_at timestamp(3) with time zone,
  beat_at timestamp(3) with time zone,
  offered_until timestamp(3) with time zone,
  time_limit_sec double precision,
  root_id uuid,
  postponed_until timestamp(3) with time zone,
  slice_cents integer,
  slice_asked_at timestamp(3) with time zone,
  warnings text[] not null default '{}'::text[],
  runner text,
  fence integer not null default 0,
  adoptable_at timestamp(3) with time zone,
  checkpoint jsonb,
  refused_tools jsonb,
  parked boolean not null default false,
  checkout_issue_id uuid,
  stop_at timestamp(3) with time zone,
  stop_issue_id uuid,
  stop_code text,
  stop_error text,
  work jsonb,
  log_redactions jsonb,
  constraint runs_pkey PRIMARY KEY (id),
  constraint runs_elsewhere_end_by_their_deadline CHECK (deadline_at IS NULL OR lease_expires_at <= deadline_at),
  constraint runs_running_have_a_lease CHECK (status <> 'running'::text OR lease_expires_at IS NOT NULL),
  constraint runs_status_check CHECK (status = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text, 'timed_out'::text, 'lost'::text]))
);
CREATE INDEX runs_by_agent ON runs USING btree (agent_id, id);
CREATE INDEX runs_by_company ON runs USING btree (company_id, id);
CREATE INDEX runs_by_issue ON runs USING btree (issue_id, id) WHERE (issue_id IS NOT NULL);
CREATE INDEX runs_by_lease ON runs USING btree (lease_expires_at) WHERE held;
CREATE INDEX runs_by_running_company ON runs USING btree (company_id) WHERE held;
CREATE INDEX runs_failed_by_company ON runs USING btree (company_id, finished_at) WHERE (status = ANY (ARRAY['failed'::text, 'timed_out'::text, 'lost'::text]));
CREATE INDEX runs_live_by_company ON runs USING btree (company_id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX runs_lost_on_runners ON runs USING btree (finished_at) WHERE ((status = 'lost'::text) AND (NOT held) AND (runner IS NOT NULL) AND (adoptable_at IS NOT NULL));
CREATE UNIQUE INDEX runs_one_live_per_agent ON runs USING btree (agent_id) WHERE ((status = ANY (ARRAY['queued'::text, 'running'::text])) OR held);
CREATE INDEX runs_queued_by_company ON runs USING btree (company_id, id) WHERE (status = 'queued'::text);
CREATE INDEX runs_startable_by_company ON runs USING btree (company_id, id) WHERE ((status = 'queued'::text) AND (NOT parked) AND (offered_until IS NULL));
CREATE INDEX runs_to_offer ON runs USING btree (hint_at) WHERE (status = 'queued'::text);
CREATE INDEX runs_to_stop ON runs USING btree (stop_at) WHERE ((status = 'running'::text) AND (stop_at IS NOT NULL));
CREATE INDEX runs_usage_ignored ON runs USING btree (company_id, created_at) WHERE ('usage_ignored'::text = ANY (warnings));

create table schedules (
  agent_id uuid not null,
  company_id uuid not null,
  interval_sec integer not null,
  next_due_at timestamp(3) with time zone not null,
  cron text,
  time_zone text not null default 'UTC'::text,
  catch_up text not null default 'one'::text,
  skip_when_idle boolean not null default false,
  constraint schedules_pkey PRIMARY KEY (agent_id),
  constraint schedules_catch_up_check CHECK (catch_up = ANY (ARRAY['none'::text, 'one'::text])),
  constraint schedules_interval_sec_check CHECK (interval_sec > 0)
);
CREATE INDEX schedules_by_company ON schedules USING btree (company_id);
CREATE INDEX schedules_by_due ON schedules USING btree (next_due_at);

create table sessions (
  agent_id uuid not null,
  issue_id uuid not null,
  company_id uuid not null,
  session_id text not null,
  configured text not null,
  updated_at timestamp(3) with time zone not null default now(),
  counts jsonb,
  constraint sessions_pkey PRIMARY KEY (agent_id, issue_id)
);
CREATE INDEX sessions_by_age ON sessions USING btree (agent_id, updated_at);

create table skips (
  company_id uuid not null,
  agent_id uuid not null,
  reason text not null,
  count integer not null default 1,
  last_at timestamp(3) with time zone not null default now(),
  recent jsonb not null default '[]'::jsonb,
  constraint skips_pkey PRIMARY KEY (agent_id, reason)
);

create table wakeups (
  id uuid not null,
  company_id uuid not null,
  agent_id uuid not null,
  cause text not null,
  cause_event_id uuid,
  causing_run_id uuid,
  hops integer not null default 0,
  source text not null,
  reason text not null,
  issue_id uuid,
  comment_id uuid,
  approval_id uuid,
  approval_status text,
  linked_issue_ids jsonb not null default '[]'::jsonb,
  payload jsonb,
  traceparent text,
  status text not null default 'pending'::text,
  run_id uuid,
  created_at timestamp(3) with time zone not null default now(),
  delivered_at timestamp(3) with time zone,
  root_id uuid,
  constraint wakeups_pkey PRIMARY KEY (id),
  constraint wakeups_once_per_cause UNIQUE (company_id, agent_id, cause),
  constraint wakeups_status_check CHECK (status = ANY (ARRAY['pending'::text, 'coalesced'::text, 'delivered'::text, 'skipped'::text, 'failed'::text]))
);
CREATE INDEX wakeups_by_approval ON wakeups USING btree (agent_id, approval_id) WHERE (approval_id IS NOT NULL);
CREATE INDEX wakeups_by_comment ON wakeups USING btree (agent_id, comment_id) WHERE (comment_id IS NOT NULL);
CREATE INDEX wakeups_by_issue ON wakeups USING btree (agent_id, issue_id, id) WHERE (issue_id IS NOT NULL);
CREATE INDEX wakeups_by_root ON wakeups USING btree (agent_id, root_id, created_at) WHERE (root_id IS NOT NULL);
CREATE INDEX wakeups_by_run ON wakeups USING btree (run_id) WHERE (run_id IS NOT NULL);
CREATE INDEX wakeups_newly_pending ON wakeups USING btree ((
CASE
    WHEN (status = 'pending'::text) THEN created_at
    ELSE NULL::timestamp with time zone
END)) WHERE (
CASE
    WHEN (status = 'pending'::text) THEN created_at
    ELSE NULL::timestamp with time zone
END IS NOT NULL);
CREATE INDEX wakeups_pending ON wakeups USING btree (agent_id, id) WHERE (status = 'pending'::text);

create table work (
  issue_id uuid not null,
  company_id uuid not null,
  agent_id uuid not null,
  constraint work_pkey PRIMARY KEY (issue_id)
);
CREATE INDEX work_by_agent ON work USING btree (agent_id);

create table work_positions (
  issue_id uuid not null,
  company_id uuid not null,
  last_seq bigint not null,
  state_seq bigint,
  is_ended boolean,
  assignee_agent_id uuid,
  is_blocked boolean,
  is_started boolean,
  is_held boolean,
  constraint work_positions_pkey PRIMARY KEY (issue_id)
);
