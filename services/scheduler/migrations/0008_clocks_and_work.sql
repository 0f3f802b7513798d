-- Times of the clock beside intervals, and what agents have to do. Old code beats a row by its
-- interval, and knows nothing of work; what was assigned before is learned when it next changes.

alter table roster
  add column cron text,
  add column time_zone text not null default 'UTC',
  add column catch_up text not null default 'one' check (catch_up in ('none', 'one')),
  add column skip_when_idle boolean not null default false;

alter table schedules
  add column cron text,
  add column time_zone text not null default 'UTC',
  add column catch_up text not null default 'one' check (catch_up in ('none', 'one')),
  add column skip_when_idle boolean not null default false;

-- A row for each issue that its assignee can do something about now.
create table work (
  issue_id uuid primary key,
  company_id uuid not null,
  agent_id uuid not null
);
create index work_by_agent on work (agent_id);
