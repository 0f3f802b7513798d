-- Changes of agents that wait for the board: the settings as they were when the change was asked
-- for, and as they shall be, with references in place of secrets. An approval applies a change only
-- while the settings are still those. Code that does not know the table leaves the rows alone.

create table requested_changes (
  approval_id uuid primary key,
  company_id uuid not null,
  agent_id uuid not null,
  before jsonb not null,
  wanted jsonb not null,
  requested_at timestamptz(3) not null default now(),
  constraint requested_changes_of_agents
    foreign key (company_id, agent_id) references agents (company_id, id)
);
