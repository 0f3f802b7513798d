-- Board tokens may be limited: to companies, to reading, to what needs no permission. The last
-- release's code knows no limits: it refuses tokens that have any, because they are of a kind that
-- it does not know, and goes on with all others.
alter table board_tokens
  add column company_ids uuid[],
  add column read_only boolean not null default false,
  add column may_decide boolean;
