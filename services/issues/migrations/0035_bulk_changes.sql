-- Changes of many issues: what was asked for, and what has become of it. The steps that are left
-- are a row of `bulk_effects`. Code of the release before has no such effect and leaves it to the
-- new one.
create table bulk_changes (
  id uuid primary key,
  company_id uuid not null,
  filter jsonb not null,
  change jsonb not null,
  -- The numbers of the issues that passed the filter when the change was asked for, in order.
  issue_numbers integer[] not null,
  matched integer not null,
  changed integer not null default 0,
  unchanged integer not null default 0,
  refused jsonb not null default '{}',
  first_refused jsonb not null default '[]',
  created_at timestamptz not null,
  finished_at timestamptz
);
create index bulk_changes_finished on bulk_changes (finished_at)
  where finished_at is not null;
