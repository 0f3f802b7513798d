/** Very many issues of a company, inserted past the operations. */
import { none, sql } from '@muster/service-kit';
import type { IssuesStage } from './team.ts';

/** What the issues may name. */
interface IssuesOf {
  readonly companyId: string;
  readonly user: string;
  readonly label: string;
  readonly parent: string;
  readonly project: string;
  readonly goal: string;
  readonly assignees: readonly string[];
}

/** Issues with texts and comments; each has some of what the company has, by its number. */
export async function insertIssues(
  { db }: IssuesStage,
  of: IssuesOf,
  { from, count }: { readonly from: number; readonly count: number },
): Promise<void> {
  const { companyId, user, label, parent, project, goal, assignees } = of;
  await none(
    db,
    sql`
    insert into issues (
      id, company_id, issue_number, identifier, title, status, priority, assignee_agent_id,
      assignee_user_id, parent_id, project_id, goal_id, label_ids, started_at, completed_at,
      cancelled_at, created_at, updated_at
    )
    select uuidv7(), ${companyId}, n, 'X-' || n, 'Issue ' || n, s.status,
      (enum_range(null::issue_priority))[1 + n / 7 % 4],
      case
        when n % 3 = 0 or s.status = 'in_progress' then
          (${assignees}::uuid[])[1 + n / 3 % ${assignees.length}::integer]
      end,
      case when n % 3 = 1 and s.status <> 'in_progress' then ${user}::uuid end,
      case when n % 4 = 0 then ${parent}::uuid end,
      case when n % 4 = 1 then ${project}::uuid end,
      case when n % 4 = 2 then ${goal}::uuid end,
      case when n % 10 = 0 then array[${label}::uuid] else '{}' end,
      now(), case when s.status = 'done' then now() end,
      case when s.status = 'cancelled' then now() end,
      now(), now() - make_interval(secs => n)
    from generate_series(${from}::integer, ${from + count - 1}::integer) n
    cross join lateral (
      select (enum_range(null::issue_status))[1 + n % 7] as status
    ) s`,
  );
  await none(
    db,
    sql`
    insert into issue_texts (issue_id, company_id, words)
    select id, company_id, array_to_tsvector(array[' ' || company_id])
      || setweight(to_tsvector('simple', title), 'A')
      || to_tsvector('simple', 'said ' || issue_number)
    from issues where issue_number between ${from} and ${from + count - 1}`,
  );
  await none(
    db,
    sql`
    update companies set issue_counter = ${from + count - 1} where company_id = ${companyId}`,
  );
  await none(
    db,
    sql`
    insert into comments (
      id, company_id, issue_id, number, body, author_name, mentions, created_at
    )
    select uuidv7(), company_id, id, 1, 'said ' || issue_number, 'Ann', '[]', now()
    from issues where issue_number between ${from} and ${from + count - 1}`,
  );
}
