-- Whether an approval is decided by another member than the one that asked for it. Old code lives
-- with it: it names its columns, so the setting stays as it is.

alter table companies add column approvals_need_another boolean not null default false;
