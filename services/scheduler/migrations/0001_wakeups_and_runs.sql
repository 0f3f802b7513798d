-- Wake-ups, runs and what the scheduler must know of companies and agents to decide about them.

create table companies (
  company_id uuid primary key,
  status text not null check (status in ('active', 'paused', 'archived')),
  version integer not null
);

create table roster (
  agent_id uuid primary key,
  company_id uuid not null,
  name text not null,
  url_key text not null,
  status text not null,
  reports_to uuid,
  adapter_type text not null,
  heartbeat_enabled boolean not null,
  interval_sec integer not null check (interval_sec > 0),
  wake_on_demand boolean not null,
  -- A refused budget waits until then instead of being asked for again at once.
  hold_until timestamptz(3),
  version integer not null
);
create index roster_by_company on roster (company_id, url_key);

-- A row exists only while the timer is on and the agent may run.
create table schedules (
  agent_id uuid primary key,
  company_id uuid not null,
  interval_sec integer not null check (interval_sec > 0),
  next_due_at timestamptz(3) not null
);
create index schedules_by_due on schedules (next_due_at);
create index schedules_by_company on schedules (company_id);

create table runs (
  id uuid primary key,
  company_id uuid not null,
  agent_id uuid not null,
  source text not null,
  reason text,
  status text not null check (
    status in ('queued', 'running', 'succeeded', 'failed', 'cancelled', 'timed_out', 'lost')
  ),
  epoch integer not null default 0,
  issue_id uuid,
  wake_reason text,
  context jsonb not null,
  -- Longest chain of runs that led to this one.
  hops integer not null default 0,
  traceparent text,
  -- When a queued run is offered to the workers again.
  hint_at timestamptz(3) not null,
  -- A worker has, or may have, a process for this run. It outlasts `running` when a run is
  -- cancelled, until the process has ended, so that two processes of one agent never live side by
  -- side.
  held boolean not null default false,
  lease_expires_at timestamptz(3),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  exit_code integer,
  signal text,
  error text,
  error_code text,
  usage jsonb,
  result_summary text,
  log_bytes integer not null default 0,
  log_truncated boolean not null default false,
  created_at timestamptz(3) not null default now(),
  constraint runs_running_have_a_lease check (status <> 'running' or lease_expires_at is not null)
);
create unique index runs_one_live_per_agent on runs (agent_id)
  where status in ('queued', 'running') or held;
create index runs_by_company on runs (company_id, id);
create index runs_by_agent on runs (agent_id, id);
create index runs_to_offer on runs (hint_at) where status = 'queued';
create index runs_by_lease on runs (lease_expires_at) where held;
create index runs_by_running_company on runs (company_id) where held;

create table wakeups (
  id uuid primary key,
  company_id uuid not null,
  agent_id uuid not null,
  -- What the wake-up comes from, so that one cause wakes an agent once: `issues:41`,
  -- `retry:<run>`.
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
  linked_issue_ids jsonb not null default '[]',
  payload jsonb,
  traceparent text,
  status text not null default 'pending' check (
    status in ('pending', 'coalesced', 'delivered', 'skipped', 'failed')
  ),
  run_id uuid,
  created_at timestamptz(3) not null default now(),
  delivered_at timestamptz(3),
  constraint wakeups_once_per_cause unique (company_id, agent_id, cause)
);
create index wakeups_pending on wakeups (agent_id, id) where status = 'pending';
create index wakeups_by_run on wakeups (run_id) where run_id is not null;

-- Wake-ups that were not taken: counted by reason, without a row each.
create table skips (
  company_id uuid not null,
  agent_id uuid not null,
  reason text not null,
  count integer not null default 1,
  last_at timestamptz(3) not null default now(),
  primary key (agent_id, reason)
);

-- The output of runs in pieces; `start` counts the bytes before a piece.
create table run_log (
  run_id uuid not null,
  start integer not null,
  text text not null,
  primary key (run_id, start)
);
