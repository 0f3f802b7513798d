-- Requests to change an agent: which agent, and what the board reads of the change. `is_stale` says
-- that the agent has changed since, `effect` what became of an approved change. `changes` is also
-- what the last resubmission of a hire has changed. Code that does not know the columns leaves them
-- empty and decides such a request like any other; the agents service applies no stale change.

alter table approvals
  add column change_of_agent_id uuid,
  add column changes jsonb,
  add column is_stale boolean not null default false,
  add column effect text
    constraint approvals_effect_check check (effect in ('applied', 'not_applied'));

alter table approvals drop constraint approvals_type_check;
alter table approvals add constraint approvals_type_check check (
  type in (
    'hire_agent', 'approve_ceo_strategy', 'budget_override_required', 'request_board_approval',
    'change_agent'
  )
) not valid;
alter table approvals validate constraint approvals_type_check;

create index approvals_open_of_change on approvals (company_id, change_of_agent_id)
  where change_of_agent_id is not null and status in ('pending', 'revision_requested');
