-- When a run ends, one void takes back all provisional costs of a model and a day, so it says how
-- many: `unknown_events` counts the costs whose price is unknown. Old code makes voids of one cost,
-- and sums again as if all were.

alter table cost_events add column voided_costs integer not null default 1;
