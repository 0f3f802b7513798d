-- Issues that nobody works on since a run was given up, or since the agent that had them was
-- terminated; then `run_id` is null. A row counts only while the issue is as it was left.
-- Code of the release before does not look at this table.
create table given_up_issues (
  issue_id uuid primary key references issues (id),
  company_id uuid not null,
  agent_id uuid not null,
  run_id uuid,
  cause text not null
    check (cause in ('run_cancelled', 'run_failed', 'agent_terminated')),
  since timestamptz(3) not null
);

create index given_up_by_agent on given_up_issues (agent_id);
