-- Null: whoever holds has not said whether the runs stop: the company's `stopsEndedWork` decides.
-- The code before writes true or false still, and nothing else reads the column.
alter table holds alter column cancel_runs drop not null;
