-- outside a transaction
-- The pending approvals of all companies, the newest first, for the inbox of an instance admin.
-- Code of the release before does not read this index.
-- step
drop index concurrently if exists approvals_pending;
-- step
create index concurrently approvals_pending
  on approvals (created_at desc, id desc) where status = 'pending';
