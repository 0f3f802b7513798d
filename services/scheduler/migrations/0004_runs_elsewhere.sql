-- Runs that are carried out elsewhere: until when they may last, whether their agent says that it
-- lives, until when they wait to be fetched and how long they may then take. Old code leaves all of
-- it empty and loses such a run when its lease ends, as it does with any other.

alter table runs
  add column deadline_at timestamptz(3),
  add column beat_at timestamptz(3),
  add column offered_until timestamptz(3),
  add column time_limit_sec double precision,
  add constraint runs_elsewhere_end_by_their_deadline
    check (deadline_at is null or lease_expires_at <= deadline_at);
