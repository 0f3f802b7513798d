-- What a hook ends a wait by: it is an end of its own. Code of the release before neither writes
-- nor reads it, and all of its waits satisfy the constraint.
alter table waits add column key text;
alter table waits drop constraint waits_have_an_end;
alter table waits add constraint waits_have_an_end
  check (signal or until is not null or key is not null) not valid;
alter table waits validate constraint waits_have_an_end;
create index waits_by_key on waits (company_id, key) where ended_at is null and key is not null;
