-- What a hook ends a wait by. Code of the release before neither writes nor reads it.
alter table waits add column key text;
create index waits_by_key on waits (company_id, key) where ended_at is null and key is not null;
