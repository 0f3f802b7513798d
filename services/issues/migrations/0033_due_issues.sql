-- When an issue is to be done, and for which of these times it was told that it has passed. Code of
-- the release before neither reads nor writes the columns: what it creates has no time.
alter table issues
  add column due_at timestamptz(3),
  add column overdue_told_for timestamptz(3),
  add column overdue_escalated_for timestamptz(3);
