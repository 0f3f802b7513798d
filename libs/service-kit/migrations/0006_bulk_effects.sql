-- The rest of effects that concern many rows. The first step is a part of the transaction that
-- causes the effect; while rows are left, the effect has a row here, and a worker takes one step
-- after the other, each in a transaction with its events. The release before does not read this
-- table: it makes such effects in one transaction, and leaves what is here to processes of this
-- release.

create table bulk_effects (
  company_id uuid not null,
  name text not null,
  -- What the effect is about; the company itself for an effect on the whole company.
  subject_id uuid not null,
  -- Where the next step begins, for effects whose rows do not show what has been done.
  position text,
  -- The actor and the cause that the events of all steps carry.
  cause jsonb not null,
  started_at timestamptz(3) not null default clock_timestamp(),
  advanced_at timestamptz(3) not null default clock_timestamp(),
  due_at timestamptz(3) not null default clock_timestamp(),
  steps bigint not null default 0,
  attempts integer not null default 0,
  last_error text,
  primary key (company_id, name, subject_id)
);
create index bulk_effects_due on bulk_effects (due_at);
