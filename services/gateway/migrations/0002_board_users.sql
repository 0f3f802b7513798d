-- People of the board: how they sign in, what they belong to, who is invited. The columns of users,
-- sessions, accounts and verifications are those that the sign-in library reads and writes. Code
-- from before knows users by login and tokens by hash, and both stay.

-- Only the admin whom the environment makes has a login; people have an address.
alter table users
  alter column login drop not null,
  add column email text constraint users_email_unique unique
    constraint users_email_is_lower_case check (email = lower(email)),
  add column email_verified boolean not null default false,
  add column image text,
  add column updated_at timestamptz(3) not null default now(),
  add column disabled_at timestamptz(3);
create index users_in_order on users (created_at, id);

-- The token is worth nothing by itself: the cookie carries it signed.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token text not null constraint sessions_token_unique unique,
  expires_at timestamptz(3) not null,
  ip_address text,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index sessions_by_user on sessions (user_id, created_at);
create index sessions_by_expiry on sessions (expires_at);

-- How a user proves who it is: a password's hash, or the subject at an identity provider.
create table accounts (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  provider_id text not null,
  account_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  password text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint accounts_subject_unique unique (provider_id, account_id)
);
create index accounts_by_user on accounts (user_id);

-- What a sign-in at a provider has to remember until its answer comes.
create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index verifications_by_identifier on verifications (identifier);
create index verifications_by_expiry on verifications (expires_at);

-- Counted over all replicas, by the hash of what is counted.
create table sign_in_attempts (
  key bytea primary key,
  attempts integer not null,
  since timestamptz(3) not null
);
create index sign_in_attempts_by_age on sign_in_attempts (since);

create table memberships (
  company_id uuid not null,
  user_id uuid not null references users on delete cascade,
  role text not null
    constraint memberships_role_is_known check (role in ('owner', 'operator', 'viewer')),
  permissions text[] not null,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, user_id)
);
create index memberships_by_user on memberships (user_id);
create index memberships_in_order on memberships (company_id, created_at, user_id);

-- Somebody who is to become a user: a member of one company, or with no company of the instance.
create table user_invitations (
  id uuid primary key,
  company_id uuid,
  email text not null,
  name text,
  role text,
  permissions text[] not null,
  instance_admin boolean not null,
  lookup text not null constraint user_invitations_lookup_unique unique,
  secret_hash bytea not null
    constraint user_invitations_hash_is_sha256 check (length(secret_hash) = 32),
  invited_by uuid not null references users,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  accepted_by uuid references users,
  revoked_at timestamptz(3),
  constraint user_invitations_are_for_one_thing
    check ((company_id is null) = (role is null) and (company_id is null or not instance_admin))
);
create index user_invitations_by_company on user_invitations (company_id, created_at, id);
