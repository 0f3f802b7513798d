-- outside a transaction
-- Old attempts to sign in are found by the time of their success, or of their first attempt if
-- there is none: a sweep reads no success that is still remembered. Code of the last release finds
-- them by reading the table, which is small, each hour until it has gone.
-- step
create index concurrently if not exists sign_in_attempts_failed
  on sign_in_attempts (since) where succeeded_at is null;
-- step
create index concurrently if not exists sign_in_attempts_by_success
  on sign_in_attempts (succeeded_at) where succeeded_at is not null;
-- step
drop index concurrently if exists sign_in_attempts_by_age;
