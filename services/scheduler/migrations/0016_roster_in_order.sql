-- The agents of a company in the order of their ids, in which steps visit them. The release before
-- reads and writes the rows as it did.
create index roster_in_order on roster (company_id, agent_id);
