-- Labels, projects with their workspaces, and goals. Old code lives with it: nothing of its own
-- changes, and what it inserts names none of them.

create table labels (
  id uuid primary key,
  company_id uuid not null,
  name text not null check (length(name) between 1 and 48),
  color text not null,
  created_at timestamptz(3) not null
);
create unique index labels_name_unique_per_company on labels (company_id, lower(name));

-- `depth` counts the goals above, so that a list with parents before children is one index scan.
create table goals (
  id uuid primary key,
  company_id uuid not null,
  title text not null check (length(title) between 1 and 500),
  description text not null,
  level text not null check (level in ('company', 'team', 'agent', 'task')),
  status text not null check (status in ('planned', 'active', 'achieved', 'cancelled')),
  parent_id uuid references goals (id),
  owner_agent_id uuid,
  depth integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version integer not null default 1,
  constraint goals_are_not_their_own_parent check (parent_id <> id)
);
create index goals_by_depth on goals (company_id, depth, id);
create index goals_by_parent on goals (parent_id) where parent_id is not null;

create table projects (
  id uuid primary key,
  company_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  url_key text not null,
  description text not null,
  status text not null check (
    status in ('backlog', 'planned', 'active', 'in_progress', 'completed', 'cancelled')
  ),
  goal_ids uuid[] not null,
  lead_agent_id uuid,
  target_date date,
  color text,
  archived_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version integer not null default 1
);
create index projects_by_company on projects (company_id, id);

create table workspaces (
  id uuid primary key,
  company_id uuid not null,
  project_id uuid not null references projects (id),
  name text not null,
  cwd text,
  repo_url text,
  repo_ref text,
  is_primary boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint workspaces_are_somewhere check (cwd is not null or repo_url is not null)
);
create index workspaces_by_project on workspaces (project_id, id);
create unique index workspaces_one_primary_per_project on workspaces (project_id)
  where is_primary;

alter table issues
  add constraint issues_project_id_fkey foreign key (project_id) references projects (id),
  add constraint issues_goal_id_fkey foreign key (goal_id) references goals (id);
create index issues_by_blocker on issues using gin (blocked_by_issue_ids)
  where blocked_by_issue_ids <> '{}';
