-- Approvals that agents have asked for about issues: their decision brings the agent back. Code of
-- the release before does not look at this table: it counts a run that asks as one that has left
-- its issue.
create table asked_approvals (
  approval_id uuid not null,
  issue_id uuid not null,
  company_id uuid not null,
  agent_id uuid not null,
  -- The board has not decided.
  is_pending boolean not null,
  changed_at timestamptz(3) not null,
  primary key (approval_id, issue_id)
);

create index asked_approvals_by_issue on asked_approvals (issue_id);
create index asked_approvals_decided on asked_approvals (changed_at) where not is_pending;
