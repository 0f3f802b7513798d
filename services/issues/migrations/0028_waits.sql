-- What agents wait for: a time, a signal from outside, or the deadline of either. `next_at` is
-- the moment at which the sweep ends it; null where only a signal can. Of the token of a signal
-- there is a hash, and none when the wait has ended. Code of the release before does not look at
-- this table: it ends issues without their waits, which then wake an agent once, for an issue
-- that has ended.
create table waits (
  id uuid primary key,
  company_id uuid not null,
  issue_id uuid not null references issues (id),
  agent_id uuid not null,
  by_agent_id uuid,
  by_user_id uuid,
  note text not null,
  until timestamptz(3),
  deadline timestamptz(3),
  on_deadline text not null check (on_deadline in ('wake', 'block', 'cancel')),
  next_at timestamptz(3) generated always as (least(until, deadline)) stored,
  signal boolean not null,
  token_hash bytea,
  received text,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  cause text check (cause in ('due', 'signal', 'deadline', 'cancelled')),
  constraint waits_end_for_a_cause check ((ended_at is null) = (cause is null)),
  constraint waits_have_an_end check (signal or until is not null)
);

-- The open ones of an issue first, the newest first.
create index waits_by_issue on waits (issue_id, (ended_at is null), id);
create index waits_due on waits (next_at, id) where ended_at is null and next_at is not null;
create unique index waits_by_token on waits (token_hash) where token_hash is not null;
create index waits_ended on waits (ended_at) where ended_at is not null;
