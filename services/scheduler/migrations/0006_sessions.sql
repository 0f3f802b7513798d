-- The session that an agent has named in its last run on an issue. `configured` is a fingerprint of
-- the configuration that it was started with. Old code neither writes nor reads it.
create table sessions (
  agent_id uuid not null,
  issue_id uuid not null,
  company_id uuid not null,
  session_id text not null,
  configured text not null,
  updated_at timestamptz(3) not null default now(),
  primary key (agent_id, issue_id)
);
create index sessions_by_age on sessions (agent_id, updated_at);
