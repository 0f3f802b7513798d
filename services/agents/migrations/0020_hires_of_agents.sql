-- Whether an agent has hired the agent: how many agents hire in a day is bounded. Code of the
-- release before leaves it out, so its hires do not count.
alter table agents add column hired_by_agent boolean not null default false;
create index agents_hired_by_agents on agents (company_id, created_at) where hired_by_agent;
