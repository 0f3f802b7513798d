-- outside a transaction
-- Which routine has made an issue, and routines that have spent their budget. Code of the release
-- before asks for neither.
-- step
create index concurrently if not exists routine_firings_by_issue on routine_firings (issue_id)
  where issue_id is not null;
-- step
create index concurrently if not exists routines_exhausted on routines (id)
  where exhausted_month is not null and status = 'active';
