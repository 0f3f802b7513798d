-- Programs of others sign in (OAuth 2.1): the programs that have registered, what a person has
-- allowed with the code that fetches its token once, and the refresh token beside that board token,
-- whose secret changes each hour. The last release's code refuses these tokens: their kind is new.
alter table board_tokens
  add column resource text
    constraint board_tokens_resource_is_known check (resource in ('api', 'mcp')),
  add column secret_expires_at timestamptz(3);

create table oauth_clients (
  id text primary key,
  name text not null,
  redirect_uris text[] not null,
  created_at timestamptz(3) not null default now(),
  used_at timestamptz(3)
);
create index oauth_clients_unused on oauth_clients (created_at) where used_at is null;
create index oauth_clients_by_use on oauth_clients (used_at) where used_at is not null;

create table oauth_authorizations (
  id uuid primary key,
  lookup text not null constraint oauth_authorizations_lookup_unique unique,
  secret_hash bytea not null
    constraint oauth_authorizations_secret_hash_is_sha256 check (length(secret_hash) = 32),
  user_code_hash bytea constraint oauth_authorizations_user_code_unique unique,
  client_id text not null,
  client_name text not null,
  resource text not null
    constraint oauth_authorizations_resource_is_known check (resource in ('api', 'mcp')),
  scope text,
  redirect_uri text,
  challenge text,
  user_id uuid references users on delete cascade,
  company_ids uuid[],
  read_only boolean not null default false,
  may_decide boolean,
  grant_expires_at timestamptz(3),
  refused_at timestamptz(3),
  polled_at timestamptz(3),
  used_at timestamptz(3),
  replayed_at timestamptz(3),
  token_id uuid references board_tokens on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  constraint oauth_authorizations_of_a_redirect_or_a_device
    check ((redirect_uri is null) = (user_code_hash is not null)
      and (redirect_uri is null) = (challenge is null))
);
create index oauth_authorizations_by_expiry on oauth_authorizations (expires_at);

create table oauth_grants (
  token_id uuid primary key references board_tokens on delete cascade,
  client_id text not null,
  refresh_lookup text constraint oauth_grants_refresh_lookup_unique unique,
  refresh_hash bytea
    constraint oauth_grants_refresh_hash_is_sha256 check (length(refresh_hash) = 32),
  refreshed_at timestamptz(3) not null default now()
);
