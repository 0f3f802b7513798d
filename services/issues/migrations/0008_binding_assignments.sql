-- The assignment that binds: who gave the issue to whom, kept while callers without the right to
-- cancel it assign it on. Old code neither reads nor writes these columns: what it assigns while
-- both releases run is judged by the last assigner alone, as before.

alter table issues
  add column bound_agent_id uuid,
  add column bound_by_agent_id uuid,
  add column bound_by_user_id uuid;
