-- outside a transaction
-- What is due is found company by company, so that none waits for all of another one. Code that
-- looks for it by time alone, which no release had, reads the index of the pending ones of a hook.
-- step
create index concurrently if not exists hook_deliveries_due_of_company
  on hook_deliveries (company_id, due_at) where status = 'pending';
-- step
drop index concurrently if exists hook_deliveries_due;
