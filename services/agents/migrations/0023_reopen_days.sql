-- Days within which an agent may reopen what it has ended. Old code lives with it: it names its
-- columns, so the setting stays as it is.

alter table companies add column reopen_days integer not null default 7
  constraint companies_reopen_days_check check (reopen_days >= 0);
