-- All migrations of this service added up. The event log is in service-kit.

create table account_activity (
  id uuid not null default uuidv7(),
  user_id uuid,
  actor_id uuid,
  action text not null,
  method text,
  subject_id uuid,
  address text,
  created_at timestamp(3) with time zone not null default now(),
  constraint account_activity_pkey PRIMARY KEY (id)
);
CREATE INDEX account_activity_by_actor ON account_activity USING btree (actor_id, id) WHERE (actor_id IS NOT NULL);
CREATE INDEX account_activity_by_age ON account_activity USING btree (created_at);
CREATE INDEX account_activity_by_user ON account_activity USING btree (user_id, id) WHERE (user_id IS NOT NULL);

create table accounts (
  id uuid not null,
  user_id uuid not null,
  provider_id text not null,
  account_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp(3) with time zone,
  refresh_token_expires_at timestamp(3) with time zone,
  scope text,
  password text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_subject_unique UNIQUE (provider_id, account_id),
  constraint accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX accounts_by_user ON accounts USING btree (user_id);

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
  expires_at timestamp(3) with time zone,
  created_by_agent_id uuid,
  created_by_user_id uuid,
  created_by_key_id uuid,
  constraint agent_keys_pkey PRIMARY KEY (id),
  constraint agent_keys_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(agent_id),
  constraint agent_keys_hash_is_sha256 CHECK (length(secret_hash) = 32),
  constraint agent_keys_lookup_unique UNIQUE (lookup)
);
CREATE INDEX agent_keys_by_agent ON agent_keys USING btree (agent_id, created_at);
CREATE INDEX agent_keys_made_by_key ON agent_keys USING btree (created_by_key_id) WHERE (created_by_key_id IS NOT NULL);
CREATE INDEX agent_keys_made_by_user ON agent_keys USING btree (company_id, created_by_user_id) WHERE ((created_by_user_id IS NOT NULL) AND (revoked_at IS NULL));

create table agents (
  agent_id uuid not null,
  company_id uuid not null,
  name text not null,
  url_key text not null,
  status text not null,
  version integer not null,
  role text,
  constraint agents_pkey PRIMARY KEY (agent_id)
);
CREATE INDEX agents_by_url_key ON agents USING btree (company_id, url_key);

create table board_tokens (
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  from_environment boolean not null,
  created_at timestamp(3) with time zone not null default now(),
  name text,
  lookup text,
  expires_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  company_ids uuid[],
  read_only boolean not null default false,
  may_decide boolean,
  resource text,
  secret_expires_at timestamp(3) with time zone,
  constraint board_tokens_pkey PRIMARY KEY (id),
  constraint board_tokens_hash_is_sha256 CHECK (length(token_hash) = 32),
  constraint board_tokens_hash_unique UNIQUE (token_hash),
  constraint board_tokens_lookup_unique UNIQUE (lookup),
  constraint board_tokens_resource_is_known CHECK (resource = ANY (ARRAY['api'::text, 'mcp'::text])),
  constraint board_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX board_tokens_by_user ON board_tokens USING btree (user_id, created_at);

create table bulk_effects (
  company_id uuid not null,
  name text not null,
  subject_id uuid not null,
  "position" text,
  cause jsonb not null,
  started_at timestamp(3) with time zone not null default clock_timestamp(),
  advanced_at timestamp(3) with time zone not null default clock_timestamp(),
  due_at timestamp(3) with time zone not null default clock_timestamp(),
  steps bigint not null default 0,
  attempts integer not null default 0,
  last_error text,
  constraint bulk_effects_pkey PRIMARY KEY (company_id, name, subject_id)
);
CREATE INDEX bulk_effects_due ON bulk_effects USING btree (due_at);

create table companies (
  company_id uuid not null,
  status text not null,
  version integer not null,
  constraint companies_pkey PRIMARY KEY (company_id)
);

create table erasures (
  company_id uuid not null,
  phase text not null default 'first'::text,
  begun_at timestamp(3) with time zone not null default now(),
  deleted jsonb not null default '{}'::jsonb,
  next_table text,
  next_block bigint not null default 0,
  found boolean not null default false,
  erased_at timestamp(3) with time zone,
  done_at timestamp(3) with time zone,
  due_at timestamp(3) with time zone not null default now(),
  attempts integer not null default 0,
  last_error text,
  constraint erasures_pkey PRIMARY KEY (company_id),
  constraint erasures_phase_known CHECK (phase = ANY (ARRAY['first'::text, 'reported'::text, 'last'::text, 'done'::text]))
);
CREATE INDEX erasures_due ON erasures USING btree (due_at) WHERE (phase <> 'done'::text);

create table hook_deliveries (
  id uuid not null,
  company_id uuid not null,
  hook_id uuid not null,
  delivery_key text not null,
  body_hash text,
  brought jsonb not null,
  status text not null,
  reason text,
  issue_id uuid,
  attempts integer not null default 0,
  due_at timestamp(3) with time zone,
  received_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  constraint hook_deliveries_pkey PRIMARY KEY (id),
  constraint hook_deliveries_due_while_pending CHECK ((status = 'pending'::text) = (due_at IS NOT NULL)),
  constraint hook_deliveries_hook_id_fkey FOREIGN KEY (hook_id) REFERENCES hooks(id) ON DELETE CASCADE,
  constraint hook_deliveries_status_check CHECK (status = ANY (ARRAY['pending'::text, 'done'::text, 'ignored'::text, 'failed'::text]))
);
CREATE INDEX hook_deliveries_by_age ON hook_deliveries USING btree (received_at);
CREATE UNIQUE INDEX hook_deliveries_by_body ON hook_deliveries USING btree (hook_id, body_hash) WHERE (body_hash IS NOT NULL);
CREATE UNIQUE INDEX hook_deliveries_by_key ON hook_deliveries USING btree (hook_id, delivery_key);
CREATE INDEX hook_deliveries_due_of_company ON hook_deliveries USING btree (company_id, due_at) WHERE (status = 'pending'::text);
CREATE INDEX hook_deliveries_newest_first ON hook_deliveries USING btree (company_id, hook_id, received_at DESC, id DESC);
CREATE INDEX hook_deliveries_pending ON hook_deliveries USING btree (hook_id) WHERE (status = 'pending'::text);

create table hooks (
  id uuid not null,
  company_id uuid not null,
  name text not null,
  form text not null,
  effect jsonb not null,
  filters jsonb not null,
  enabled boolean not null,
  sealed_secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamp(3) with time zone,
  by_user_id uuid not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  version integer not null default 1,
  constraint hooks_pkey PRIMARY KEY (id),
  constraint hooks_form_check CHECK (form = ANY (ARRAY['github'::text, 'gitlab'::text, 'slack'::text, 'stripe'::text, 'hmac'::text]))
);
CREATE INDEX hooks_newest_first ON hooks USING btree (company_id, id DESC);

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
CREATE INDEX join_requests_pending ON join_requests USING btree (company_id, id) WHERE (status = 'pending'::text);

create table joins (
  producer text not null,
  company_id uuid not null,
  seq bigint not null,
  next_type text not null,
  next_after text,
  constraint joins_pkey PRIMARY KEY (producer, company_id)
);

create table memberships (
  company_id uuid not null,
  user_id uuid not null,
  role text not null,
  permissions text[] not null,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint memberships_pkey PRIMARY KEY (company_id, user_id),
  constraint memberships_role_is_known CHECK (role = ANY (ARRAY['owner'::text, 'operator'::text, 'viewer'::text])),
  constraint memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX memberships_by_user ON memberships USING btree (user_id);
CREATE INDEX memberships_in_order ON memberships USING btree (company_id, created_at, user_id);

create table oauth_authorizations (
  id uuid not null,
  lookup text not null,
  secret_hash bytea not null,
  user_code_hash bytea,
  client_id text not null,
  client_name text not null,
  resource text not null,
  scope text,
  redirect_uri text,
  challenge text,
  user_id uuid,
  company_ids uuid[],
  read_only boolean not null default false,
  may_decide boolean,
  grant_expires_at timestamp(3) with time zone,
  refused_at timestamp(3) with time zone,
  polled_at timestamp(3) with time zone,
  used_at timestamp(3) with time zone,
  replayed_at timestamp(3) with time zone,
  token_id uuid,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  constraint oauth_authorizations_pkey PRIMARY KEY (id),
  constraint oauth_authorizations_lookup_unique UNIQUE (lookup),
  constraint oauth_authorizations_of_a_redirect_or_a_device CHECK ((redirect_uri IS NULL) = (user_code_hash IS NOT NULL) AND (redirect_uri IS NULL) = (challenge IS NULL)),
  constraint oauth_authorizations_resource_is_known CHECK (resource = ANY (ARRAY['api'::text, 'mcp'::text])),
  constraint oauth_authorizations_secret_hash_is_sha256 CHECK (length(secret_hash) = 32),
  constraint oauth_authorizations_token_id_fkey FOREIGN KEY (token_id) REFERENCES board_tokens(id) ON DELETE CASCADE,
  constraint oauth_authorizations_user_code_unique UNIQUE (user_code_hash),
  constraint oauth_authorizations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX oauth_authorizations_by_expiry ON oauth_authorizations USING btree (expires_at);

create table oauth_clients (
  id text not null,
  name text not null,
  redirect_uris text[] not null,
  created_at timestamp(3) with time zone not null default now(),
  used_at timestamp(3) with time zone,
  constraint oauth_clients_pkey PRIMARY KEY (id)
);
CREATE INDEX oauth_clients_by_use ON oauth_clients USING btree (used_at) WHERE (used_at IS NOT NULL);
CREATE INDEX oauth_clients_unused ON oauth_clients USING btree (created_at) WHERE (used_at IS NULL);

create table oauth_grants (
  token_id uuid not null,
  client_id text not null,
  refresh_lookup text,
  refresh_hash bytea,
  refreshed_at timestamp(3) with time zone not null default now(),
  constraint oauth_grants_pkey PRIMARY KEY (token_id),
  constraint oauth_grants_refresh_hash_is_sha256 CHECK (length(refresh_hash) = 32),
  constraint oauth_grants_refresh_lookup_unique UNIQUE (refresh_lookup),
  constraint oauth_grants_token_id_fkey FOREIGN KEY (token_id) REFERENCES board_tokens(id) ON DELETE CASCADE
);

create table package_import_rows (
  id uuid not null,
  import_id uuid not null,
  company_id uuid not null,
  "position" integer not null,
  kind text not null,
  slug text not null,
  step jsonb,
  status text not null,
  code text,
  thing_id uuid,
  constraint package_import_rows_pkey PRIMARY KEY (id),
  constraint package_import_rows_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'done'::text, 'partial'::text, 'refused'::text]))
);
CREATE INDEX package_import_rows_by_slug ON package_import_rows USING btree (company_id, kind, slug);
CREATE UNIQUE INDEX package_import_rows_in_order ON package_import_rows USING btree (import_id, "position");

create table package_imports (
  id uuid not null,
  company_id uuid not null,
  plan_hash text not null,
  status text not null,
  by_user_id uuid not null,
  attempts integer not null default 0,
  due_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  constraint package_imports_pkey PRIMARY KEY (id),
  constraint package_imports_due_while_running CHECK ((status = 'running'::text) = (due_at IS NOT NULL)),
  constraint package_imports_status_check CHECK (status = ANY (ARRAY['running'::text, 'done'::text]))
);
CREATE INDEX package_imports_due ON package_imports USING btree (due_at) WHERE (status = 'running'::text);
CREATE UNIQUE INDEX package_imports_one_running ON package_imports USING btree (company_id) WHERE (status = 'running'::text);

create table refusals_of_runs (
  run_id uuid not null,
  company_id uuid not null,
  operation text not null,
  code text not null,
  count integer not null,
  last_at timestamp(3) with time zone not null,
  constraint refusals_of_runs_pkey PRIMARY KEY (run_id, operation, code)
);

create table runs (
  run_id uuid not null,
  company_id uuid not null,
  agent_id uuid not null,
  epoch integer not null,
  ended boolean not null,
  changed_at timestamp(3) with time zone not null default now(),
  constraint runs_pkey PRIMARY KEY (run_id)
);
CREATE INDEX runs_ended_by_age ON runs USING btree (changed_at) WHERE ended;

create table sessions (
  id uuid not null,
  user_id uuid not null,
  token text not null,
  expires_at timestamp(3) with time zone not null,
  ip_address text,
  user_agent text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  page_secret_hash bytea,
  board_token_id uuid,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_board_token_id_fkey FOREIGN KEY (board_token_id) REFERENCES board_tokens(id) ON DELETE CASCADE,
  constraint sessions_page_secret_hash_is_sha256 CHECK (length(page_secret_hash) = 32),
  constraint sessions_token_unique UNIQUE (token),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_board_token ON sessions USING btree (board_token_id) WHERE (board_token_id IS NOT NULL);
CREATE INDEX sessions_by_expiry ON sessions USING btree (expires_at);
CREATE INDEX sessions_by_user ON sessions USING btree (user_id, created_at);

create table sign_in_attempts (
  key bytea not null,
  attempts integer not null,
  since timestamp(3) with time zone not null,
  succeeded_at timestamp(3) with time zone,
  constraint sign_in_attempts_pkey PRIMARY KEY (key)
);
CREATE INDEX sign_in_attempts_by_success ON sign_in_attempts USING btree (succeeded_at) WHERE (succeeded_at IS NOT NULL);
CREATE INDEX sign_in_attempts_failed ON sign_in_attempts USING btree (since) WHERE (succeeded_at IS NULL);

create table sign_in_links (
  id uuid not null,
  user_id uuid not null,
  board_token_id uuid,
  code_hash bytea not null,
  page_secret_hash bytea,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  constraint sign_in_links_pkey PRIMARY KEY (id),
  constraint sign_in_links_board_token_id_fkey FOREIGN KEY (board_token_id) REFERENCES board_tokens(id) ON DELETE CASCADE,
  constraint sign_in_links_code_hash_is_sha256 CHECK (length(code_hash) = 32),
  constraint sign_in_links_code_unique UNIQUE (code_hash),
  constraint sign_in_links_of_a_token_or_a_page CHECK ((board_token_id IS NULL) <> (page_secret_hash IS NULL)),
  constraint sign_in_links_one_for_each_token UNIQUE (board_token_id),
  constraint sign_in_links_page_secret_hash_is_sha256 CHECK (length(page_secret_hash) = 32),
  constraint sign_in_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sign_in_links_by_expiry ON sign_in_links USING btree (expires_at);

create table user_invitations (
  id uuid not null,
  company_id uuid,
  email text not null,
  name text,
  role text,
  permissions text[] not null,
  instance_admin boolean not null,
  lookup text not null,
  secret_hash bytea not null,
  invited_by uuid not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  accepted_at timestamp(3) with time zone,
  accepted_by uuid,
  revoked_at timestamp(3) with time zone,
  constraint user_invitations_pkey PRIMARY KEY (id),
  constraint user_invitations_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES users(id),
  constraint user_invitations_are_for_one_thing CHECK ((company_id IS NULL) = (role IS NULL) AND (company_id IS NULL OR NOT instance_admin)),
  constraint user_invitations_hash_is_sha256 CHECK (length(secret_hash) = 32),
  constraint user_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id),
  constraint user_invitations_lookup_unique UNIQUE (lookup)
);
CREATE INDEX user_invitations_by_company ON user_invitations USING btree (company_id, created_at, id);
CREATE INDEX user_invitations_open_by_email ON user_invitations USING btree (email, created_at) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
CREATE INDEX user_invitations_open_by_inviter ON user_invitations USING btree (invited_by) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
CREATE INDEX user_invitations_to_instance ON user_invitations USING btree (created_at, id) WHERE (company_id IS NULL);

create table users (
  id uuid not null,
  login text,
  name text not null,
  instance_admin boolean not null default false,
  created_at timestamp(3) with time zone not null default now(),
  email text,
  email_verified boolean not null default false,
  image text,
  updated_at timestamp(3) with time zone not null default now(),
  disabled_at timestamp(3) with time zone,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_is_lower_case CHECK (email = lower(email)),
  constraint users_email_unique UNIQUE (email),
  constraint users_login_unique UNIQUE (login)
);
CREATE INDEX users_in_order ON users USING btree (created_at, id);

create table verifications (
  id uuid not null,
  identifier text not null,
  value text not null,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint verifications_pkey PRIMARY KEY (id)
);
CREATE INDEX verifications_by_expiry ON verifications USING btree (expires_at);
CREATE INDEX verifications_by_identifier ON verifications USING btree (identifier);

create table webhook_deliveries (
  id uuid not null,
  company_id uuid not null,
  webhook_id uuid not null,
  event text not null,
  event_id uuid,
  service text,
  seq bigint,
  status text not null,
  attempts integer not null,
  response_status integer,
  error text,
  due_at timestamp(3) with time zone,
  trying_since timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_due_while_pending CHECK ((status = 'pending'::text) = (due_at IS NOT NULL)),
  constraint webhook_deliveries_status_check CHECK (status = ANY (ARRAY['pending'::text, 'delivered'::text, 'dead'::text])),
  constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_by_status ON webhook_deliveries USING btree (company_id, webhook_id, status, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_done ON webhook_deliveries USING btree (finished_at) WHERE (status = 'delivered'::text);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (due_at) WHERE (status = 'pending'::text);
CREATE INDEX webhook_deliveries_newest_first ON webhook_deliveries USING btree (company_id, webhook_id, created_at DESC, id DESC);

create table webhooks (
  id uuid not null,
  company_id uuid not null,
  url text not null,
  description text,
  events text[],
  status text not null,
  disabled_reason text,
  secret_version integer not null default 1,
  previous_secret_until timestamp(3) with time zone,
  positions jsonb not null,
  attempts integer not null default 0,
  trying_since timestamp(3) with time zone,
  retry_at timestamp(3) with time zone,
  failing_since timestamp(3) with time zone,
  last_error text,
  last_delivered_at timestamp(3) with time zone,
  lease_holder text,
  leased_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  version integer not null default 1,
  created_by_user_id uuid,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_disabled_for_a_reason CHECK ((status = 'disabled'::text) = (disabled_reason IS NOT NULL)),
  constraint webhooks_disabled_reason_check CHECK (disabled_reason = ANY (ARRAY['manual'::text, 'failing'::text])),
  constraint webhooks_status_check CHECK (status = ANY (ARRAY['active'::text, 'disabled'::text]))
);
CREATE INDEX webhooks_failing ON webhooks USING btree (company_id, id) WHERE (disabled_reason = 'failing'::text);
CREATE INDEX webhooks_newest_first ON webhooks USING btree (company_id, id DESC);
CREATE INDEX webhooks_to_work_on ON webhooks USING btree (leased_until NULLS FIRST) WHERE (status = 'active'::text);
