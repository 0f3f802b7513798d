-- outside a transaction
-- Lost runs whose runner may still have what they used: adoptable_at says that it was not asked.
-- Code of the release before does not ask.
-- step
drop index concurrently if exists runs_lost_on_runners;
-- step
create index concurrently runs_lost_on_runners on runs (finished_at)
  where status = 'lost' and not held and runner is not null and adoptable_at is not null;
