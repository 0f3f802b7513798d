-- outside a transaction
-- What has become of the issue of a wake-up since its event, and when a run ends because of it.
-- Code of the release before reads none of it: it raises `last_seq` and leaves `state_seq`, so that
-- no wake-up is decided by a state that it has not seen, and it lets runs go on to their end.
-- step
alter table work_positions add column if not exists state_seq bigint;
-- step
alter table work_positions add column if not exists is_ended boolean;
-- step
alter table work_positions add column if not exists assignee_agent_id uuid;
-- step
alter table work_positions add column if not exists is_blocked boolean;
-- step
alter table work_positions add column if not exists is_started boolean;
-- step
alter table companies add column if not exists stops_ended_work boolean not null default true;
-- step
alter table runs add column if not exists checkout_issue_id uuid;
-- step
alter table runs add column if not exists stop_at timestamptz(3);
-- step
alter table runs add column if not exists stop_issue_id uuid;
-- step
alter table runs add column if not exists stop_code text;
-- step
alter table runs add column if not exists stop_error text;
-- step
create index concurrently if not exists runs_to_stop on runs (stop_at)
  where status = 'running' and stop_at is not null;
