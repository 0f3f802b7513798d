-- The setting of a company, and which board user last changed the payload of an approval. Code that
-- does not know the columns leaves them alone: it decides without the setting, and does not copy a
-- setting that is turned on while both releases run; the next change of the company does.

alter table companies add column approvals_need_another boolean not null default false;
alter table approvals add column payload_by_user_id uuid;
