-- Questions about issues. Whether a question is answered, has expired or is withdrawn is decided
-- by one update of its row while it is open. Code of the release before neither reads nor writes
-- the table.
create type question_kind as enum ('choice', 'several', 'text', 'confirm');
create type question_state as enum ('open', 'answered', 'expired', 'withdrawn');

create table questions (
  id uuid primary key,
  company_id uuid not null,
  issue_id uuid not null references issues (id),
  kind question_kind not null,
  state question_state not null default 'open',
  text text not null check (length(text) > 0),
  options text[] not null default '{}',
  default_answer jsonb,
  deadline timestamptz(3),
  to_agent_id uuid,
  to_user_id uuid,
  asked_by_agent_id uuid,
  asked_by_user_id uuid,
  asked_by_name text not null,
  answer jsonb,
  by_default boolean not null default false,
  closed_by_agent_id uuid,
  closed_by_user_id uuid,
  closed_by_name text,
  closed_at timestamptz(3),
  created_at timestamptz(3) not null,
  constraint question_is_closed_once check ((state = 'open') = (closed_at is null)),
  constraint question_to_one check (to_agent_id is null or to_user_id is null)
);
create index questions_of_issue on questions (issue_id, id);
-- The deadlines that the sweep looks for.
create index questions_by_deadline on questions (deadline, id)
  where state = 'open' and deadline is not null;
-- The inboxes of people.
create index questions_to_people on questions (company_id, id)
  where state = 'open' and to_agent_id is null;
-- What is deleted by its age.
create index questions_by_closing on questions (closed_at) where state <> 'open';
