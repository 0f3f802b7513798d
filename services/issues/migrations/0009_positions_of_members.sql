-- The last event about each member, also of those who were removed: events that a backfill applies
-- late must not undo what newer ones have done. Code of the last release writes no positions, so a
-- late event may undo what it applies while both releases run; the next event of the member, or an
-- operator who adds or removes them again, sets it right.
create table member_positions (
  company_id uuid not null,
  user_id uuid not null,
  last_seq bigint not null,
  primary key (company_id, user_id)
);
