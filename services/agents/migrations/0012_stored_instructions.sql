-- The stored instructions of agents: one row a change, with the whole text. The newest row counts;
-- a row without a text removes the instructions. Code that does not know the table leaves it alone.

create table instructions (
  company_id uuid not null,
  agent_id uuid not null,
  version integer not null check (version >= 1),
  body text,
  bytes integer not null,
  sha256 text,
  created_by_agent_id uuid,
  created_by_user_id uuid,
  created_at timestamptz(3) not null default now(),
  constraint instructions_versioned primary key (agent_id, version),
  constraint instructions_with_a_hash check ((body is null) = (sha256 is null)),
  constraint instructions_of_agents
    foreign key (company_id, agent_id) references agents (company_id, id)
);
