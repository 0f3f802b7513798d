create table entries (
  id uuid primary key,
  company_id uuid not null,
  amount bigint not null
);
create table heard (
  company_id uuid not null,
  seq bigint not null,
  name text not null,
  primary key (company_id, seq)
);
create index entries_by_company on entries (company_id, id);
