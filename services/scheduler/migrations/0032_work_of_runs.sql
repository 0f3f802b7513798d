-- What a run has added to the branch of its checkout. Old code does not know it.

alter table runs add column work jsonb;
