-- Single costs are listed by what they were for, in the order in which they occurred; and a price
-- may be estimated. Code of the last release reports measured prices and does not notice.

alter table cost_events drop constraint cost_events_price_status_check;
alter table cost_events add constraint cost_events_price_status_check
  check (price_status in ('measured', 'estimated', 'unknown'));

create index cost_events_in_order on cost_events (company_id, occurred_at, id);
drop index cost_events_by_time;
drop index cost_events_by_agent_and_month;
create index cost_events_of_agent on cost_events (company_id, agent_id, occurred_at, id);
create index cost_events_of_issue on cost_events (company_id, issue_id, occurred_at, id)
  where issue_id is not null;
create index cost_events_of_project on cost_events (company_id, project_id, occurred_at, id)
  where project_id is not null;
create index cost_events_of_run on cost_events (company_id, run_id, occurred_at, id)
  where run_id is not null;

-- Lists of costs show what an issue is called. Copies from before show nothing until the issue is
-- heard of again.
alter table issues add column identifier text;
alter table issues add column title text;
