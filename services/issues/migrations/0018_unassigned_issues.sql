-- outside a transaction
-- The open issues of a company that have no assignee, which the dashboard counts. Code of the
-- release before does not read this index.
-- step
drop index concurrently if exists issues_unassigned;
-- step
create index concurrently issues_unassigned on issues (company_id)
  where assignee_agent_id is null and assignee_user_id is null
    and status not in ('done', 'cancelled');
