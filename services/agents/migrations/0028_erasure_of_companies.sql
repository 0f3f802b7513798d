-- A company that is to be erased is archived, and says when. Code of the release before sees an
-- archived company; where it makes it active again, the erasure is off when its time comes.
alter table companies
  add column erases_at timestamptz(3),
  add column status_before_erasure text,
  add column erasure_requested_by text,
  add column erasure_requested_at timestamptz(3);
create index companies_to_erase on companies (erases_at) where erases_at is not null;

-- What is left of companies that are gone: ids and numbers.
create table company_erasures (
  company_id uuid primary key,
  requested_by_user_id text not null,
  requested_at timestamptz(3) not null,
  begun_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create index company_erasures_newest_first on company_erasures (begun_at desc, company_id desc);

create table erasure_receipts (
  company_id uuid not null references company_erasures (company_id),
  service text not null,
  begun_at timestamptz(3) not null,
  erased_at timestamptz(3) not null,
  deleted jsonb not null,
  primary key (company_id, service)
);
