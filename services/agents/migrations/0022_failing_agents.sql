-- Why an agent waits between tries, as the scheduler says: how often it failed, since when, and
-- when it is tried again, which is infinity where nothing but a change lets it. Old code does
-- not show it.

alter table agents
  add column failures integer not null default 0,
  add column failing_since timestamptz(3),
  add column failing_code text,
  add column failing_until timestamptz(3);
