-- Finds the valid keys that a user has made, which end with the user's right to make them. Code of
-- the release before does not look, and leaves them.
create index agent_keys_made_by_user on agent_keys (company_id, created_by_user_id)
  where created_by_user_id is not null and revoked_at is null;
