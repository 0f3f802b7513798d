-- Who made a key, and with which key: a key ends with the one that it was made with. Keys from
-- before and those that code from before makes name no maker and end on their own, as they did; a
-- key that code from before revokes does not end those that were made with it.

alter table agent_keys
  add column created_by_agent_id uuid,
  add column created_by_user_id uuid,
  add column created_by_key_id uuid;
create index agent_keys_made_by_key on agent_keys (created_by_key_id)
  where created_by_key_id is not null;
