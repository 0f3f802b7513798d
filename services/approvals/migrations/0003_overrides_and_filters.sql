-- Requests for a larger budget that nobody made by hand: an agent that its budget has stopped has
-- one opened for it. `budget_agent_id` says whose budget a request is about, `caused_by` is the
-- event that opened it, so that an event heard twice opens it once. Code that does not know the
-- columns leaves them empty; what it asks for is then not seen as open when an agent is stopped.

alter table approvals add column budget_agent_id uuid;
alter table approvals add column caused_by uuid;
alter table approvals add constraint an_event_opens_one_approval unique (caused_by);

update approvals
set budget_agent_id = coalesce((payload ->> 'agentId')::uuid, requested_by_agent_id)
where type = 'budget_override_required';

create index approvals_open_of_budget on approvals (company_id, budget_agent_id)
  where budget_agent_id is not null and status in ('pending', 'revision_requested');

-- The filters of the list, each in the list's order.
create index approvals_by_status on approvals (company_id, status, created_at desc, id desc);
create index approvals_by_type on approvals (company_id, type, created_at desc, id desc);
create index approvals_by_requester
  on approvals (company_id, requested_by_agent_id, created_at desc, id desc)
  where requested_by_agent_id is not null;
