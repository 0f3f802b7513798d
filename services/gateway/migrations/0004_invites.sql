-- Agents that join from outside: an invite, and the request that was made with it. Both tables are
-- new, so code from before does not notice.

create table invites (
  id uuid primary key,
  company_id uuid not null,
  -- As the company was called when it invited; names of companies are not kept here.
  company_name text not null,
  token_hash bytea not null constraint invites_token_hash_unique unique
    constraint invites_token_hash_is_sha256 check (length(token_hash) = 32),
  agent_message text,
  created_by_agent_id uuid,
  created_by_user_id uuid,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  revoked_at timestamptz(3),
  constraint invites_by_one check ((created_by_agent_id is null) <> (created_by_user_id is null)),
  constraint invites_end_once check (used_at is null or revoked_at is null)
);
create index invites_newest_first on invites (company_id, id desc);
create index invites_by_expiry on invites (expires_at);

create table join_requests (
  id uuid primary key,
  company_id uuid not null,
  -- Not a reference: an invite is forgotten before what was asked with it.
  invite_id uuid not null,
  status text not null check (status in ('pending', 'approved', 'rejected', 'claimed')),
  -- Chosen here when the request is approved; the agents service makes the agent under it.
  agent_id uuid,
  agent_name text not null,
  role text not null,
  title text,
  icon text,
  capabilities text,
  adapter_type text not null,
  adapter_config jsonb not null,
  claim_hash bytea not null
    constraint join_requests_claim_hash_is_sha256 check (length(claim_hash) = 32),
  decision_note text,
  decided_by_user_id uuid,
  decided_at timestamptz(3),
  claimed_at timestamptz(3),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  constraint join_requests_let_in_have_an_agent
    check ((status in ('approved', 'claimed')) = (agent_id is not null))
);
create index join_requests_newest_first on join_requests (company_id, id desc);
create index join_requests_by_expiry on join_requests (expires_at);
