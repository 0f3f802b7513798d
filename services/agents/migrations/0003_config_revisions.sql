-- What the configuration of an agent has been: one row a change, with the whole configuration
-- after it, so that any of them can be brought back. What it was before is in the row with the
-- number before.

create table config_revisions (
  id uuid primary key,
  company_id uuid not null,
  agent_id uuid not null,
  number integer not null check (number >= 1),
  source text not null check (source in ('created', 'patch', 'instructions_path', 'rollback')),
  changed_keys text[] not null,
  config jsonb not null,
  rolled_back_from_revision_id uuid references config_revisions (id),
  created_by_agent_id uuid,
  created_by_user_id uuid,
  created_at timestamptz(3) not null default now(),
  constraint config_revisions_numbered unique (agent_id, number),
  constraint config_revisions_of_agents
    foreign key (company_id, agent_id) references agents (company_id, id)
);

-- Agents that were made before there were revisions begin their history with what they are.
insert into config_revisions (id, company_id, agent_id, number, source, changed_keys, config)
select uuidv7(), company_id, id, 1, 'created', '{}', jsonb_build_object(
  'name', name, 'role', role, 'title', title, 'icon', icon, 'reportsTo', reports_to,
  'capabilities', capabilities, 'adapterType', adapter_type, 'adapterConfig', adapter_config,
  'runtimeConfig', runtime_config, 'budgetMonthlyCents', budget_monthly_cents,
  'permissions', jsonb_build_object('canCreateAgents', can_create_agents)
)
from agents;
