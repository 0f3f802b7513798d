-- A company is its own company: the column lets the policy of every other table apply here, too.
-- Old code lives with it: it names its columns.
alter table companies
  add column company_id uuid not null generated always as (id) stored;
