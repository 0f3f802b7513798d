-- The event log of a service: outbox, audit trail and replay source in one table, with a number per
-- company that has no holes because the head row stays locked from the number's birth to the
-- commit.

create table event_heads (
  company_id uuid primary key,
  seq bigint not null check (seq >= 0)
);

create table events (
  company_id uuid not null,
  seq bigint not null,
  id uuid not null,
  type text not null,
  version smallint not null,
  entity_type text not null,
  entity_id uuid not null,
  actor_type text not null check (actor_type in ('agent', 'user', 'system')),
  actor_id text not null,
  actor_name text not null,
  run_id uuid,
  request_id text,
  caused_by uuid,
  payload jsonb not null,
  traceparent text,
  occurred_at timestamptz(3) not null default clock_timestamp(),
  primary key (company_id, seq)
);

-- How far the relay has published. Apart from the heads so that writers and the relay never wait
-- for each other, and so that publishing rewrites no event.
create table relay_positions (
  company_id uuid primary key,
  published_seq bigint not null default 0
);

-- How far this service has applied each other service's log; moved in the transaction of the
-- effect.
create table cursors (
  producer text not null,
  company_id uuid not null,
  last_seq bigint not null default 0,
  attempts integer not null default 0,
  last_error text,
  retry_at timestamptz,
  primary key (producer, company_id)
);
create index cursors_due_for_retry on cursors (retry_at) where retry_at is not null;

create table dead_letters (
  producer text not null,
  company_id uuid not null,
  seq bigint not null,
  event jsonb not null,
  attempts integer not null,
  error text not null,
  created_at timestamptz not null default now(),
  primary key (producer, company_id, seq)
);

-- The answer to every write, kept in its transaction, so that a repeated request has one effect and
-- one answer.
create table requests (
  actor text not null,
  id text not null,
  operation text not null,
  fingerprint text not null,
  company_id uuid,
  seq bigint,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (actor, id)
);
create index requests_by_age on requests using brin (created_at);
