-- What a reaction of the later release of the ledger heard; a duplicate would be a second row.
create table hired (
  company_id uuid not null,
  seq bigint not null,
  name text not null,
  heard_at bigint generated always as identity
);
