-- What the calls of a run were refused, for its receipt: a row for each operation and code,
-- however often. Ids of runs sort by their age, by which old rows are found. The last release's
-- code knows none of it.
create table refusals_of_runs (
  run_id uuid not null,
  company_id uuid not null,
  operation text not null,
  code text not null,
  count integer not null,
  last_at timestamptz(3) not null,
  primary key (run_id, operation, code)
);
