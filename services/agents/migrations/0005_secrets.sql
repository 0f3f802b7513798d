-- breaking: older code would hand references to agents where they expect secrets.
-- Secrets, encrypted with the key of their company, which is itself stored wrapped by the master
-- key. Configurations hold references. Values from before are moved here in bounded steps when the
-- service starts: `secrets_kept` tells which rows still may hold them.

create table company_keys (
  company_id uuid primary key references companies (id),
  -- Which master key wraps it.
  master_key_id text not null,
  wrapped bytea not null,
  wrapped_at timestamptz(3) not null default now()
);

create table secrets (
  id uuid primary key,
  company_id uuid not null references companies (id),
  -- What configurations may refer to it by; one that was typed into a configuration has none.
  name text check (length(name) between 1 and 100),
  -- The agent into whose configuration it was typed.
  agent_id uuid,
  version integer not null default 1,
  sealed bytea not null,
  -- Made with the company's key: tells that a value is the one that is stored already.
  fingerprint bytea not null,
  created_by_agent_id uuid,
  created_by_user_id uuid,
  rotated_by_user_id uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint secrets_in_one_company unique (company_id, id),
  constraint secrets_have_a_name_or_an_agent check ((name is null) = (agent_id is not null)),
  -- The secrets of a new agent are stored before the agent.
  constraint secrets_of_agents foreign key (company_id, agent_id)
    references agents (company_id, id) deferrable initially deferred
);
create unique index secrets_name_unique on secrets (company_id, lower(name))
  where name is not null;
create index secrets_of_agents_by_value on secrets (company_id, agent_id, fingerprint)
  where agent_id is not null;

-- Which agents refer to which secret now; revisions may refer to secrets that are gone.
create table secret_uses (
  company_id uuid not null,
  agent_id uuid not null,
  secret_id uuid not null,
  primary key (agent_id, secret_id),
  constraint secret_uses_of_agents foreign key (company_id, agent_id)
    references agents (company_id, id),
  constraint secret_uses_of_secrets foreign key (company_id, secret_id)
    references secrets (company_id, id)
);
create index secret_uses_by_secret on secret_uses (company_id, secret_id);

alter table agents add column secrets_kept boolean not null default false;
alter table agents alter column secrets_kept set default true;
alter table config_revisions add column secrets_kept boolean not null default false;
alter table config_revisions alter column secrets_kept set default true;
create index agents_with_secrets on agents (id) where not secrets_kept;
create index config_revisions_with_secrets on config_revisions (agent_id, number)
  where not secrets_kept;
