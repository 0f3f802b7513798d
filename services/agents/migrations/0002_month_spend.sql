-- What billing says was spent, by calendar month in the company's zone. Billing owns the books;
-- these rows hold the absolute numbers that it said last, so a month needs no reset and no sum.

create table agent_months (
  agent_id uuid not null references agents (id),
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  company_id uuid not null references companies (id),
  spent_cents bigint not null check (spent_cents >= 0),
  primary key (agent_id, month)
);

create table company_months (
  company_id uuid not null references companies (id),
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  spent_cents bigint not null check (spent_cents >= 0),
  primary key (company_id, month)
);
