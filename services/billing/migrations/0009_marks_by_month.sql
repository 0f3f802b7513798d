-- outside a transaction
-- Marks of exhausted budgets in the order of their months: the sweep that restores budgets reads
-- those of months that are over, and none of this month. The release before reads them by company.
-- step
create index concurrently if not exists agent_months_marked
  on agent_months (month, company_id) where exhausted_at is not null;
-- step
create index concurrently if not exists company_months_marked
  on company_months (month, company_id) where exhausted_at is not null;
