-- Who gives the verdict on an issue in review and what has to stand on it, by issue, by project
-- and, as a copy, by company; of an issue also who has handed it over, and the board user who
-- decides it. Null: as the next of them says. Code of the release before neither reads nor writes
-- the columns, and goes by no policy.
create type review_policy as enum ('anyone', 'not_author', 'person', 'named');
create type review_evidence as enum ('none', 'link');
alter table issues
  add column review_policy review_policy,
  add column reviewer_agent_id uuid,
  add column reviewer_user_id uuid,
  add column review_evidence review_evidence,
  add column review_handed_by_id uuid,
  add column review_user_id uuid;
alter table projects
  add column review_policy review_policy,
  add column reviewer_agent_id uuid,
  add column reviewer_user_id uuid,
  add column review_evidence review_evidence;
alter table companies
  add column review_policy review_policy not null default 'anyone',
  add column reviewer_agent_id uuid,
  add column review_evidence review_evidence not null default 'none',
  add column max_review_rounds integer not null default 5;
