-- Those of a company that run, of which there are few at once.
create index bulk_changes_running on bulk_changes (company_id) where finished_at is null;
