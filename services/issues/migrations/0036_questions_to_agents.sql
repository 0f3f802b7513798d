-- The open questions to an agent, which end with it. Code of the release before leaves them open;
-- whoever has asked can withdraw them.
create index questions_to_agents on questions (company_id, to_agent_id)
  where state = 'open' and to_agent_id is not null;
