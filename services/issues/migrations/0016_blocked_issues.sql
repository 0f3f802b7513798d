-- outside a transaction
-- The blocked issues of all companies in the order of the inbox, for an instance admin. Code of the
-- release before does not read this index.
-- step
drop index concurrently if exists issues_blocked;
-- step
create index concurrently issues_blocked on issues (priority, updated_at, id)
  where status = 'blocked';
