-- Who may come in: credentials, and what must be known of agents, companies and runs to judge them.
-- All of it is new, so code from before does not notice.

-- Copies of other services' facts; `version` lets a late event change nothing.
create table companies (
  company_id uuid primary key,
  status text not null,
  version integer not null
);

create table agents (
  agent_id uuid primary key,
  company_id uuid not null,
  name text not null,
  url_key text not null,
  status text not null,
  version integer not null
);
create index agents_by_url_key on agents (company_id, url_key);

create table runs (
  run_id uuid primary key,
  company_id uuid not null,
  agent_id uuid not null,
  epoch integer not null,
  ended boolean not null
);

-- A key is found by its public part and proved by the hash of its secret part.
create table agent_keys (
  id uuid primary key,
  company_id uuid not null,
  agent_id uuid not null references agents,
  name text,
  lookup text not null constraint agent_keys_lookup_unique unique,
  secret_hash bytea not null constraint agent_keys_hash_is_sha256 check (length(secret_hash) = 32),
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index agent_keys_by_agent on agent_keys (agent_id, created_at);

create table users (
  id uuid primary key,
  login text not null constraint users_login_unique unique,
  name text not null,
  instance_admin boolean not null default false,
  created_at timestamptz(3) not null default now()
);

create table board_tokens (
  id uuid primary key,
  user_id uuid not null references users,
  token_hash bytea not null constraint board_tokens_hash_unique unique
    constraint board_tokens_hash_is_sha256 check (length(token_hash) = 32),
  from_environment boolean not null,
  created_at timestamptz(3) not null default now()
);
