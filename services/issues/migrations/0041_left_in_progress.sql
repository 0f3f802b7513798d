-- outside a transaction
-- How many runs in a row have left the issue in progress without saying what comes next: after the
-- first its agent is woken once more, after the second it is stuck. Code of the release before
-- neither counts nor resets it: at worst what it has moved is stuck without another wake-up.
-- step
alter table issues add column if not exists left_in_progress integer not null default 0;
-- step
-- The last run that was counted, which is not counted again.
alter table issues add column if not exists left_run_id uuid;
-- step
drop index concurrently if exists issues_left_in_progress;
-- step
create index concurrently issues_left_in_progress on issues (company_id)
  where left_in_progress > 1 and status = 'in_progress';
