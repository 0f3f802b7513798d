-- The last event about each issue, also of those that give no work: events that a backfill applies
-- late must not undo what newer ones have done. Code of the last release writes no positions, so a
-- late event may undo what it applies while both releases run; the next event of the issue sets it
-- right.
create table work_positions (
  issue_id uuid primary key,
  company_id uuid not null,
  last_seq bigint not null
);
