-- The refusal of a request with an idempotency key, so that a repetition gets the same one. It has
-- a table of its own because code of the last release would answer with a refusal in `requests` as
-- with a success; it does not read this table, and decides a repetition anew as it always did.
-- It names no company: the request may have been refused because its caller has none, and a row is
-- found only by the caller who chose the key.
create table refused_requests (
  actor text not null,
  id text not null,
  operation text not null,
  fingerprint text not null,
  problem text not null,
  created_at timestamptz not null default now(),
  primary key (actor, id)
);
create index refused_requests_by_age on refused_requests using brin (created_at);
