-- Wake-ups and runs know the first cause of their chain, a hold says what for, a skip lately of
-- what. Old code leaves all of it empty: then a wake-up begins its chain, and a hold is for money.

alter table wakeups add column root_id uuid;
alter table runs add column root_id uuid;
create index wakeups_by_root on wakeups (agent_id, root_id, created_at) where root_id is not null;

alter table roster add column hold_reason text;

alter table skips add column recent jsonb not null default '[]'::jsonb;
