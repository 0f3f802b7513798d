-- What is asked of the board and what it decided, and the little that must be known of others to
-- judge it: which companies and agents there are, which agent is the CEO, which issues exist.

create table companies (
  company_id uuid primary key,
  status text not null,
  version integer not null
);

create table agents (
  agent_id uuid primary key,
  company_id uuid not null,
  name text not null,
  role text not null,
  status text not null,
  version integer not null
);

create table issues (
  issue_id uuid primary key,
  company_id uuid not null
);

create table approvals (
  id uuid primary key,
  company_id uuid not null,
  type text not null check (type in (
    'hire_agent', 'approve_ceo_strategy', 'budget_override_required', 'request_board_approval'
  )),
  status text not null default 'pending' check (status in (
    'pending', 'revision_requested', 'approved', 'rejected', 'cancelled'
  )),
  requested_by_agent_id uuid,
  requested_by_user_id uuid,
  -- The waiting agent of a hire.
  agent_id uuid,
  payload jsonb not null,
  decision_note text,
  decided_by_user_id uuid,
  decided_at timestamptz(3),
  revision integer not null default 1 check (revision >= 1),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  constraint a_hire_names_its_agent check ((type = 'hire_agent') = (agent_id is not null)),
  constraint a_decision_has_a_decider check (
    (status in ('approved', 'rejected')) = (decided_at is not null)
    and (decided_at is null) = (decided_by_user_id is null)
  )
);
create index approvals_newest_first on approvals (company_id, created_at desc, id desc);
-- A hired agent has one approval.
create unique index approvals_of_hires on approvals (agent_id) where agent_id is not null;

create table approval_issues (
  approval_id uuid not null references approvals (id),
  issue_id uuid not null,
  company_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (approval_id, issue_id)
);
create index approval_issues_by_issue on approval_issues (company_id, issue_id);
