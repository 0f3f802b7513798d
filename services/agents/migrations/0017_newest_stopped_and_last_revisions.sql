-- outside a transaction
-- Two things that bound what grows. The last hundred revisions of a configuration are kept, so a
-- revision may say that it rolled back to one that is gone by now. And the stopped agents of all
-- companies are found in the order of their stop, for the inbox of an instance admin. Code of the
-- release before deletes no revisions, and reads the index by company, which stays for members.
-- step
alter table config_revisions
  drop constraint if exists config_revisions_rolled_back_from_revision_id_fkey;
-- step
drop index concurrently if exists agents_stopped_newest;
-- step
create index concurrently agents_stopped_newest on agents (updated_at desc, id)
  where status = 'error' or pause_reason in ('budget', 'loop');
