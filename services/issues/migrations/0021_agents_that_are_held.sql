-- Since when an agent is held because its runs fail equally: its open issues are stuck until
-- somebody acts. Code of the release before does not read it.

alter table roster add column held_since timestamptz(3);

create index roster_held on roster (company_id, agent_id) where held_since is not null;
