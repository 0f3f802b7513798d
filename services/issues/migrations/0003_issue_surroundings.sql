-- What an issue is part of, as one JSON document. A function and not a part of the statement that
-- reads the issue: a statement prepares all its parts at every execution, also those that it then
-- leaves out, and most issues have few of these. Measured: an issue without parent, project and
-- goal costs half. Old code lives with it: it does not call it.

create function project_view(wanted uuid) returns jsonb language sql stable strict begin atomic
  select jsonb_build_object(
    'id', p.id, 'name', p.name, 'description', p.description, 'status', p.status,
    'goalId', p.goal_ids[1], 'workspaces', w.workspaces,
    'primaryWorkspace', case
      when (w.workspaces -> 0 ->> 'isPrimary')::boolean then w.workspaces -> 0
    end
  )
  from projects p
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', w.id, 'companyId', w.company_id, 'projectId', w.project_id, 'name', w.name,
      'cwd', w.cwd, 'repoUrl', w.repo_url, 'repoRef', w.repo_ref, 'isPrimary', w.is_primary,
      'createdAt', to_char(w.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'updatedAt', to_char(w.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ) order by w.is_primary desc, w.id), '[]') as workspaces
    from workspaces w where w.project_id = p.id
  ) w
  where p.id = wanted;
end;

create function goal_view(wanted uuid) returns jsonb language sql stable strict begin atomic
  select jsonb_build_object(
    'id', g.id, 'title', g.title, 'description', g.description, 'level', g.level,
    'status', g.status
  )
  from goals g where g.id = wanted;
end;

-- Its project, its goal and its ancestors, the nearest first, each with their own.
create function issue_surroundings(
  parent uuid, project uuid, goal uuid, ancestors_max integer
) returns jsonb language sql stable begin atomic
  select jsonb_build_object(
    'project', project_view(project),
    'goal', goal_view(goal),
    'ancestors', (
      with recursive up (id, depth) as (
        select parent, 1
        union all
        select a.parent_id, up.depth + 1
        from up join issues a on a.id = up.id
        where a.parent_id is not null and up.depth < ancestors_max
      )
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', a.id, 'identifier', a.identifier, 'title', a.title, 'description', a.description,
        'status', a.status, 'priority', a.priority, 'assigneeAgentId', a.assignee_agent_id,
        'projectId', a.project_id, 'goalId', a.goal_id,
        'project', project_view(a.project_id), 'goal', goal_view(a.goal_id)
      ) order by up.depth), '[]')
      from up join issues a on a.id = up.id
    )
  );
end;
