-- All migrations of this service added up. The event log is in service-kit.

create table agent_keys (
  id uuid not null,
  company_id uuid not null,
  agent_id uuid not null,
  name text,
  lookup text not null,
  secret_hash bytea not null,
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  constraint agent_keys_pkey PRIMARY KEY (id),
  constraint agent_keys_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(agent_id),
  constraint agent_keys_hash_is_sha256 CHECK (length(secret_hash) = 32),
  constraint agent_keys_lookup_unique UNIQUE (lookup)
);
CREATE INDEX agent_keys_by_agent ON agent_keys USING btree (agent_id, created_at);

create table agents (
  agent_id uuid not null,
  company_id uuid not null,
  name text not null,
  url_key text not null,
  status text not null,
  version integer not null,
  constraint agents_pkey PRIMARY KEY (agent_id)
);
CREATE INDEX agents_by_url_key ON agents USING btree (company_id, url_key);

create table board_tokens (
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  from_environment boolean not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint board_tokens_pkey PRIMARY KEY (id),
  constraint board_tokens_hash_is_sha256 CHECK (length(token_hash) = 32),
  constraint board_tokens_hash_unique UNIQUE (token_hash),
  constraint board_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table companies (
  company_id uuid not null,
  status text not null,
  version integer not null,
  constraint companies_pkey PRIMARY KEY (company_id)
);

create table runs (
  run_id uuid not null,
  company_id uuid not null,
  agent_id uuid not null,
  epoch integer not null,
  ended boolean not null,
  constraint runs_pkey PRIMARY KEY (run_id)
);

create table users (
  id uuid not null,
  login text not null,
  name text not null,
  instance_admin boolean not null default false,
  created_at timestamp(3) with time zone not null default now(),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_login_unique UNIQUE (login)
);
