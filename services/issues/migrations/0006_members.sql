-- The board users of each company, so that work is given to people who are there. Old code does not
-- look at it.
create table members (
  company_id uuid not null,
  user_id uuid not null,
  primary key (company_id, user_id)
);
