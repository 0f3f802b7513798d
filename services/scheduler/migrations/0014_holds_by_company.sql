-- The agents of a company that are held, in the order in which a restored budget releases them.
-- The release before reads and writes the rows as it did.
create index roster_held on roster (company_id, agent_id) where hold_until is not null;
