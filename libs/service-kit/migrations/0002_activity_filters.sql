-- The activity log is asked for what happened to one thing, for one kind of action, for what
-- concerns one agent, and for what is new. Without these, an answer with few matches reads a
-- company's whole log.

-- Whom an event concerns: the agent that did it, else the one that it names. A column, because the
-- walls let no index be used that would first have to look into the payload.
alter table events add column agent_id text generated always as (
  case when actor_type = 'agent' then actor_id
    else coalesce(
      payload ->> 'agentId', payload ->> 'assigneeAgentId', payload ->> 'requestedByAgentId')
  end
) stored;

create index events_by_entity on events (company_id, entity_id, seq);
create index events_by_agent on events (company_id, agent_id, seq) where agent_id is not null;
create index events_by_type on events (company_id, type, seq);
-- The table is in the order of time: a summary of its pages is enough.
create index events_by_time on events using brin (occurred_at) with (pages_per_range = 16);
