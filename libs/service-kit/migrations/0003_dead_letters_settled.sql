-- What an operator needs to deal with an event that fails: the event itself while its company
-- waits, since when it fails, a second try of what was given up on, and why something was skipped.
-- Code of the last release leaves the new columns empty and counts skipped letters as kept.

alter table cursors
  -- The event that fails, and since when; of no meaning without `retry_at`.
  add column failed_event jsonb,
  add column failed_since timestamptz,
  -- Up to here events are offered again, after a cursor was wound back to a dead letter.
  add column replay_to bigint;

alter table dead_letters
  add column skipped_at timestamptz,
  add column skip_reason text,
  add constraint skipped_for_a_reason check ((skipped_at is null) = (skip_reason is null));
