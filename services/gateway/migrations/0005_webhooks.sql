-- Webhooks: where what happens in a company is sent, how far that is, and what became of it. Both
-- tables are new, so code from before does not notice. A secret is derived, not stored.

create table webhooks (
  id uuid primary key,
  company_id uuid not null,
  url text not null,
  description text,
  events text[],
  status text not null check (status in ('active', 'disabled')),
  disabled_reason text check (disabled_reason in ('manual', 'failing')),
  -- The present secret's number, and until when the one before it signs as well.
  secret_version integer not null default 1,
  previous_secret_until timestamptz(3),
  -- How far it is in the log of each service.
  positions jsonb not null,
  -- Of the delivery that is tried now.
  attempts integer not null default 0,
  trying_since timestamptz(3),
  retry_at timestamptz(3),
  failing_since timestamptz(3),
  last_error text,
  last_delivered_at timestamptz(3),
  -- Which process works on it: one at a time keeps the order.
  lease_holder text,
  leased_until timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version integer not null default 1,
  constraint webhooks_disabled_for_a_reason
    check ((status = 'disabled') = (disabled_reason is not null))
);
create index webhooks_newest_first on webhooks (company_id, id desc);
create index webhooks_to_work_on on webhooks (leased_until nulls first) where status = 'active';

create table webhook_deliveries (
  id uuid primary key,
  company_id uuid not null,
  webhook_id uuid not null references webhooks (id) on delete cascade,
  event text not null,
  -- Where the event stands, to be read again; a ping stands nowhere.
  event_id uuid,
  service text,
  seq bigint,
  status text not null check (status in ('pending', 'delivered', 'dead')),
  attempts integer not null,
  response_status integer,
  error text,
  -- When it is tried next, or may be by somebody else.
  due_at timestamptz(3),
  trying_since timestamptz(3),
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  constraint webhook_deliveries_due_while_pending
    check ((status = 'pending') = (due_at is not null))
);
create index webhook_deliveries_newest_first
  on webhook_deliveries (company_id, webhook_id, created_at desc, id desc);
create index webhook_deliveries_by_status
  on webhook_deliveries (company_id, webhook_id, status, created_at desc, id desc);
create index webhook_deliveries_due on webhook_deliveries (due_at) where status = 'pending';
create index webhook_deliveries_done on webhook_deliveries (finished_at)
  where status = 'delivered';
