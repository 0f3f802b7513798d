-- Hooks: addresses that programs outside call, and what each call has brought and done. Secrets are
-- sealed by the gateway's secret for webhooks. Code of the release before knows neither table: its
-- replicas answer such an address as unknown, and senders try again.
create table hooks (
  id uuid primary key,
  company_id uuid not null,
  name text not null,
  form text not null check (form in ('github', 'gitlab', 'slack', 'stripe', 'hmac')),
  effect jsonb not null,
  filters jsonb not null,
  enabled boolean not null,
  sealed_secret bytea not null,
  -- The secret before a rotation, and until when it is taken as well.
  previous_secret bytea,
  previous_secret_until timestamptz(3),
  -- Whose effects they are: who has made it, or changed it last.
  by_user_id uuid not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version integer not null default 1
);
create index hooks_newest_first on hooks (company_id, id desc);

create table hook_deliveries (
  id uuid primary key,
  company_id uuid not null,
  hook_id uuid not null references hooks (id) on delete cascade,
  delivery_key text not null,
  -- Where the sender signs neither an id nor a time: the same bytes are the same delivery.
  body_hash text,
  brought jsonb not null,
  status text not null check (status in ('pending', 'done', 'ignored', 'failed')),
  reason text,
  issue_id uuid,
  attempts integer not null default 0,
  due_at timestamptz(3),
  received_at timestamptz(3) not null,
  ended_at timestamptz(3),
  constraint hook_deliveries_due_while_pending check ((status = 'pending') = (due_at is not null))
);
create unique index hook_deliveries_by_key on hook_deliveries (hook_id, delivery_key);
create unique index hook_deliveries_by_body on hook_deliveries (hook_id, body_hash)
  where body_hash is not null;
create index hook_deliveries_newest_first
  on hook_deliveries (company_id, hook_id, received_at desc, id desc);
create index hook_deliveries_due on hook_deliveries (due_at) where status = 'pending';
create index hook_deliveries_pending on hook_deliveries (hook_id) where status = 'pending';
create index hook_deliveries_by_age on hook_deliveries (received_at);
