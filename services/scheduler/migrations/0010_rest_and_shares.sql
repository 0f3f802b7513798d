-- When an agent may work again at the earliest by its own word, and which queued runs wait for
-- room. Old code starts a run in spite of both: earlier than asked for, never twice.

alter table roster add column not_before timestamptz(3);
alter table runs add column postponed_until timestamptz(3);
create index runs_queued_by_company on runs (company_id, id) where status = 'queued';
