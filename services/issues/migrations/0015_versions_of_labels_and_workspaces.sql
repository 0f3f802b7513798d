-- Labels and workspaces count their changes, so that a client changes only what it has read. Code
-- of the release before changes them without counting; its answers have no version.
alter table labels add column version integer not null default 1;
alter table workspaces add column version integer not null default 1;

create or replace function project_view(wanted uuid)
returns jsonb language sql stable strict begin atomic
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
      'updatedAt', to_char(w.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'version', w.version
    ) order by w.is_primary desc, w.id), '[]') as workspaces
    from workspaces w where w.project_id = p.id
  ) w
  where p.id = wanted;
end;
