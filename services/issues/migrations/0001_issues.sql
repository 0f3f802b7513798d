-- Issues, their comments, and the local copies of companies and agents that deciding about them
-- needs.

-- Both enumerations are declared so that a list that starts with what matters most is one
-- backward index scan, and its cursor one row comparison: of statuses, what an agent should look
-- at first comes last (in_progress, then todo, then blocked); of priorities, the most urgent
-- comes last.
create type issue_status as enum (
  'cancelled', 'done', 'backlog', 'in_review', 'blocked', 'todo', 'in_progress'
);
create type issue_priority as enum ('low', 'medium', 'high', 'critical');

-- Copies of companies, and the counters of their issues. The counter is taken in the transaction
-- that inserts the issue, so that identifiers have no holes.
create table companies (
  company_id uuid primary key,
  issue_prefix text not null,
  status text not null,
  review_required boolean not null,
  issue_counter integer not null default 0,
  version integer not null
);

-- Companies whose CEO has a strategy that the board approved. Apart from the copies, because it
-- comes from another service's log and may arrive before the company does.
create table approved_strategies (
  company_id uuid primary key,
  approval_id uuid not null,
  approved_at timestamptz(3) not null
);

-- Copies of agents. `chain` holds their managers, the nearest first, so that "is a manager of" is
-- a comparison and not a walk. `name_key` is the name as mentions compare it and `name_head` its
-- first word, by which the names that a comment can mean are found.
create table roster (
  agent_id uuid primary key,
  company_id uuid not null,
  name text not null,
  name_key text not null,
  name_head text not null,
  role text not null,
  status text not null,
  reports_to uuid,
  chain uuid[] not null,
  wake_on_demand boolean not null,
  version integer not null
);
create index roster_by_name_head on roster (company_id, name_head);
create index roster_by_chain on roster using gin (chain) where chain <> '{}';

create table issues (
  id uuid primary key,
  company_id uuid not null,
  issue_number integer not null check (issue_number > 0),
  identifier text not null,
  title text not null check (length(title) between 1 and 500),
  description text,
  status issue_status not null,
  priority issue_priority not null,
  assignee_agent_id uuid,
  assignee_user_id uuid,
  parent_id uuid references issues (id),
  project_id uuid,
  goal_id uuid,
  label_ids uuid[] not null default '{}',
  blocked_by_issue_ids uuid[] not null default '{}',
  created_by_agent_id uuid,
  created_by_user_id uuid,
  assigned_by_agent_id uuid,
  assigned_by_user_id uuid,
  checkout_run_id uuid,
  comment_count integer not null default 0,
  started_at timestamptz(3),
  completed_at timestamptz(3),
  cancelled_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version integer not null default 1,
  constraint issues_numbered_once_per_company unique (company_id, issue_number),
  constraint issues_have_one_assignee
    check (assignee_agent_id is null or assignee_user_id is null),
  constraint issues_in_progress_are_assigned check (
    status <> 'in_progress' or assignee_agent_id is not null or assignee_user_id is not null
  ),
  constraint issues_in_progress_have_started check (
    status <> 'in_progress' or started_at is not null
  ),
  constraint issues_done_are_completed check ((status = 'done') = (completed_at is not null)),
  constraint issues_cancelled_are_dated check ((status = 'cancelled') = (cancelled_at is not null)),
  constraint issues_are_not_their_own_parent check (parent_id <> id)
);
create index issues_by_identifier on issues (identifier);
-- Lists ask status by status (see store/issue-list.ts), so one index serves a filter with a
-- status and without. Those on columns that are mostly null cost nothing where they are.
create index issues_by_status on issues (company_id, status, priority, updated_at, id);
create index issues_by_agent on issues (assignee_agent_id, status, priority, updated_at, id)
  where assignee_agent_id is not null;
create index issues_by_user on issues (assignee_user_id, status, priority, updated_at, id)
  where assignee_user_id is not null;
create index issues_by_parent on issues (parent_id, status, priority, updated_at, id)
  where parent_id is not null;
create index issues_by_project on issues (project_id, status, priority, updated_at, id)
  where project_id is not null;
create index issues_by_goal on issues (goal_id, status, priority, updated_at, id)
  where goal_id is not null;
create index issues_by_label on issues using gin (label_ids) where label_ids <> '{}';

-- The words of an issue's own text, apart from the issue: its row changes with every claim and
-- comment, and each change of an indexed row would write all its words into the index again.
create table issue_texts (
  issue_id uuid primary key references issues (id),
  company_id uuid not null,
  words tsvector not null
);
create index issue_texts_by_word on issue_texts using gin (words);

-- `number` counts within an issue under the lock of its row: the order of comments is the order of
-- their commits, so nobody who read up to one comment misses an earlier one that came late.
create table comments (
  id uuid primary key,
  company_id uuid not null,
  issue_id uuid not null references issues (id),
  number integer not null,
  body text not null check (length(body) > 0),
  author_agent_id uuid,
  author_user_id uuid,
  author_name text not null,
  mentions jsonb not null,
  run_id uuid,
  created_at timestamptz(3) not null,
  words tsvector not null generated always as (to_tsvector('simple', body)) stored,
  constraint comments_numbered_once_per_issue unique (issue_id, number)
);
create index comments_by_word on comments using gin (words);
