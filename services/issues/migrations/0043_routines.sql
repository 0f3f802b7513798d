-- Routines: templates of issues with a clock, and what each of their moments has done. The next
-- moment is claimed by whoever locks the routine's row, and a moment has one firing, so none makes
-- two issues. Code of the release before does not look at these tables: its replicas leave the
-- moments to those of this release.
create table routines (
  id uuid primary key,
  company_id uuid not null,
  name text not null,
  template jsonb not null,
  variables jsonb not null,
  clock jsonb not null,
  overlap text not null check (overlap in ('skip', 'queue', 'together', 'replace')),
  catch_up text not null check (catch_up in ('none', 'latest', 'all')),
  catch_up_cap integer not null,
  pause_after_failures integer not null,
  status text not null check (status in ('proposed', 'active', 'paused', 'archived')),
  pause_reason text,
  next_fire_at timestamptz(3),
  fired integer not null default 0,
  failures_in_row integer not null default 0,
  last_issue_id uuid references issues (id),
  proposed_by_agent_id uuid,
  activated_by_user_id uuid,
  activated_by_name text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  archived_at timestamptz(3),
  version integer not null,
  constraint only_active_routines_fire check (next_fire_at is null or status = 'active')
);
create index routines_by_company on routines (company_id, id) where status <> 'archived';
create index routines_due on routines (next_fire_at, id) where next_fire_at is not null;
-- What waits for a person: few of all.
create index routines_waiting on routines (id)
  where status = 'proposed' or (status = 'paused' and pause_reason <> 'manual');
create index routines_archived on routines (archived_at) where archived_at is not null;

create table routine_firings (
  id uuid primary key,
  company_id uuid not null,
  routine_id uuid not null,
  moment timestamptz(3) not null,
  -- The last moment of those that were left out together.
  until timestamptz(3),
  cause text not null check (cause in ('clock', 'hand', 'backfill')),
  outcome text not null check (outcome in ('fired', 'queued', 'skipped', 'left_out', 'failed')),
  reason text,
  variables jsonb not null default '{}',
  issue_id uuid references issues (id),
  decided_at timestamptz(3) not null,
  constraint firings_make_issues check ((outcome = 'fired') = (issue_id is not null))
);
create unique index routine_firings_by_moment on routine_firings (routine_id, moment)
  where outcome <> 'left_out';
create index routine_firings_of_routine on routine_firings (routine_id, moment, id);
create index routine_firings_queued on routine_firings (routine_id, moment)
  where outcome = 'queued';
create index routine_firings_decided on routine_firings (decided_at);
