/** Workspaces and labels inside of projects and issues, as JSON made by the same statement. */
import { sql, type Statement } from '@muster/service-kit';

/** A timestamp inside of JSON, in the format of all answers. */
export const iso = (column: Statement): Statement =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The workspaces of a project, the primary one first and then the oldest. */
export const workspacesOf = (projectId: Statement): Statement => sql`
  (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', w.id, 'companyId', w.company_id, 'projectId', w.project_id, 'name', w.name,
      'cwd', w.cwd, 'repoUrl', w.repo_url, 'repoRef', w.repo_ref, 'isPrimary', w.is_primary,
      'createdAt', ${iso(sql`w.created_at`)}, 'updatedAt', ${iso(sql`w.updated_at`)},
      'version', w.version
    ) order by w.is_primary desc, w.id), '[]')
    from workspaces w where w.project_id = ${projectId}
  )`;

/** The labels of the issue called `i`, by name. */
export const labelsOfIssue: Statement = sql`
  case when i.label_ids = '{}' then '[]'::jsonb else (
    select coalesce(jsonb_agg(
      jsonb_build_object('id', l.id, 'name', l.name, 'color', l.color) order by lower(l.name)
    ), '[]')
    from labels l where l.id = any(i.label_ids) and l.company_id = i.company_id
  ) end`;
