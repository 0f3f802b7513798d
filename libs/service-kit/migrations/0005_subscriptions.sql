-- Which events this service has heard: a reaction that a release adds to an old type gets the
-- events that processes of other releases have passed. Code of the last release moves `last_seq`
-- alone, so `subscription_seq < last_seq` shows what it has passed; it heard what the first
-- subscription has.

-- The entries (a reaction and a type of event) that a release applies of one producer.
create table subscriptions (
  id integer generated always as identity primary key,
  producer text not null,
  fingerprint text not null,
  entries text[] not null,
  unique (producer, fingerprint)
);

alter table cursors
  -- Of the process that moved the cursor last, and up to where it did.
  add column subscription_id integer,
  add column subscription_seq bigint not null default 0,
  -- There are backfills: their entries are not applied with the cursor.
  add column backfilling boolean not null default false;

-- Entries that are applied up to a number of their own, below that of the cursor.
create table backfills (
  producer text not null,
  company_id uuid not null,
  entry text not null,
  last_seq bigint not null,
  moved_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text,
  retry_at timestamptz,
  primary key (producer, company_id, entry)
);
