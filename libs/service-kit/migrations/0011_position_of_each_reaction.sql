-- How far each reaction of this service has applied a log. Code of the last release moves
-- `last_seq` alone, for all reactions that it has, and keeps the state of a failure in the cursor.
alter table cursors
  -- The reactions that have applied the log up to `last_seq`, by name; null until the first release
  -- with this column has moved the cursor: all that the release before had.
  add column in_step text[],
  -- Every other reaction, with the number of the last event that it has applied.
  add column lagging jsonb not null default '{}';
create index cursors_lagging on cursors (company_id, producer) where lagging <> '{}';

-- Events that a reaction could not apply and is to try again; it applies no later one before.
create table failures (
  producer text not null,
  company_id uuid not null,
  reaction text not null,
  seq bigint not null,
  event jsonb not null,
  attempts integer not null,
  error text not null,
  since timestamptz not null default now(),
  retry_at timestamptz not null,
  primary key (producer, company_id, reaction)
);

-- The reactions that could not apply it; null in those of the last release: all that hear its type.
alter table dead_letters add column reactions text[];
