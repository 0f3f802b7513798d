-- Which secrets a revised hire may refer to: their names and ids, never their values. Filled from
-- what the agents service says; a secret that has no name belongs to one configuration and is not
-- here.

create table secrets (
  secret_id uuid primary key,
  company_id uuid not null,
  name text not null
);
create index secrets_by_name on secrets (company_id, lower(name));
