-- Lifts rings of managers out, which chains of more than 1,000 agents could be closed to: of each
-- ring one agent reports to nobody. Code of the release before runs on it unchanged.
with recursive up (agent_id, above) as (
  select id, reports_to from agents where reports_to is not null
  union
  select up.agent_id, a.reports_to
  from up join agents a on a.id = up.above
  where a.reports_to is not null
), in_ring as (
  select agent_id from up where agent_id = above
), first_of_ring as (
  select distinct on (agent_id) agent_id, above
  from up join in_ring using (agent_id)
  order by agent_id, above
)
update agents a set reports_to = null, version = a.version + 1, updated_at = now()
from first_of_ring f
where f.agent_id = a.id and f.above = a.id;
