-- outside a transaction
-- Queued runs that can start, by company, so that fair shares choose among companies with such a
-- run. A run whose agent or company keeps it from starting is parked when its offer is due, and is
-- looked at again when the cause ends, or after ten minutes. The release before parks no run and
-- releases none that is parked, but offers it when its time comes.
-- step
alter table runs add column if not exists parked boolean not null default false;
-- step
create index concurrently if not exists runs_startable_by_company on runs (company_id, id)
  where status = 'queued' and not parked and offered_until is null;
