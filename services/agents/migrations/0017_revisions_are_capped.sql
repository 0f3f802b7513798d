-- The last hundred revisions of a configuration are kept: a revision may say that it rolled back
-- to one that is gone by now. Code of the release before deletes none.
alter table config_revisions
  drop constraint config_revisions_rolled_back_from_revision_id_fkey;
