-- From when on the time zone of a company counts: the first month after its change, which other
-- services follow. Until then the former zone counts. The release before changes the zone alone,
-- which then counts from the moment that is here, or at once if there is none.
alter table companies
  add column former_time_zone text,
  add column zone_from timestamptz(3),
  add column zone_from_month text;
