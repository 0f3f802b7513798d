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

create table invites (
  id uuid not null,
  company_id uuid not null,
  company_name text not null,
  token_hash bytea not null,
  agent_message text,
  created_by_agent_id uuid,
  created_by_user_id uuid,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  constraint invites_pkey PRIMARY KEY (id),
  constraint invites_by_one CHECK ((created_by_agent_id IS NULL) <> (created_by_user_id IS NULL)),
  constraint invites_end_once CHECK (used_at IS NULL OR revoked_at IS NULL),
  constraint invites_token_hash_is_sha256 CHECK (length(token_hash) = 32),
  constraint invites_token_hash_unique UNIQUE (token_hash)
);
CREATE INDEX invites_by_expiry ON invites USING btree (expires_at);
CREATE INDEX invites_newest_first ON invites USING btree (company_id, id DESC);

create table join_requests (
  id uuid not null,
  company_id uuid not null,
  invite_id uuid not null,
  status text not null,
  agent_id uuid,
  agent_name text not null,
  role text not null,
  title text,
  icon text,
  capabilities text,
  adapter_type text not null,
  adapter_config jsonb not null,
  claim_hash bytea not null,
  decision_note text,
  decided_by_user_id uuid,
  decided_at timestamp(3) with time zone,
  claimed_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  constraint join_requests_pkey PRIMARY KEY (id),
  constraint join_requests_claim_hash_is_sha256 CHECK (length(claim_hash) = 32),
  constraint join_requests_let_in_have_an_agent CHECK ((status = ANY (ARRAY['approved'::text, 'claimed'::text])) = (agent_id IS NOT NULL)),
  constraint join_requests_status_check CHECK (status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'claimed'::text]))
);
CREATE INDEX join_requests_by_expiry ON join_requests USING btree (expires_at);
CREATE INDEX join_requests_newest_first ON join_requests USING btree (company_id, id DESC);

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
