-- Board tokens that people make for themselves, an end for keys and tokens, and an age for runs
-- that have ended, so that the copy of them can be pruned. Code from before makes keys and tokens
-- without an end and ends runs without saying when; those count from now and are kept a bit longer.

alter table board_tokens
  add column name text,
  add column lookup text constraint board_tokens_lookup_unique unique,
  add column expires_at timestamptz(3),
  add column last_used_at timestamptz(3),
  add column revoked_at timestamptz(3);
create index board_tokens_by_user on board_tokens (user_id, created_at);

alter table agent_keys add column expires_at timestamptz(3);

alter table agents add column role text;

alter table runs add column changed_at timestamptz(3) not null default now();
create index runs_ended_by_age on runs (changed_at) where ended;
