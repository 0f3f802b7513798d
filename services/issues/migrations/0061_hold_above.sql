-- The nearest hold of an issue, or of a place for one, as JSON; null if nothing holds it. It is a
-- function and not a part of the statements that read and claim issues: they would plan and prepare
-- it each time, and most companies hold nothing. Old code lives with it: it does not call it.
-- No tree has so many levels; a ring, which moves refuse, ends there.
create function hold_above(company uuid, issue uuid, parent uuid, project uuid)
returns json language sql stable begin atomic
  with recursive up (level, id, parent_id, project_id) as (
    select 0, issue, parent, project
    union all
    select up.level + 1, above.id, above.parent_id, above.project_id
    from up join issues above on above.id = up.parent_id and above.company_id = company
    where up.level < 1000
  )
  select json_build_object(
    'issueId', case h.kind when 'issue' then h.subject_id end,
    'projectId', case h.kind when 'project' then h.subject_id end,
    'name', coalesce(
      (select held.identifier from issues held
       where held.id = h.subject_id and held.company_id = h.company_id),
      (select held.name from projects held
       where held.id = h.subject_id and held.company_id = h.company_id), ''
    ),
    'reason', h.reason, 'heldByUserId', h.held_by_user_id,
    'heldAt', to_char(h.held_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'cancelRuns', h.cancel_runs
  )
  from up join holds h on h.company_id = company
    and (h.subject_id = up.id or h.subject_id = up.project_id)
  order by up.level, h.kind limit 1;
end;
