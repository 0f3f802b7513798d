-- Companies whose log this service has heard nothing of, and whose current state it is reading
-- instead of a long log. The release before does not know this table and replays the log.

create table joins (
  producer text not null,
  company_id uuid not null,
  -- All events up to here are in the state that is read.
  seq bigint not null,
  -- Where the next page begins.
  next_type text not null,
  next_after text,
  primary key (producer, company_id)
);
