/** The open issues that block an issue `i`. Most issues have no blockers, for which nothing is read. */
import { sql } from '@muster/service-kit';

const isOpenBlocker = sql`
  b.id = any(i.blocked_by_issue_ids) and b.company_id = i.company_id
    and b.status not in ('done', 'cancelled')`;

export const hasOpenBlocker = sql`(
  i.blocked_by_issue_ids <> '{}' and exists (select from issues b where ${isOpenBlocker})
)`;

/** As JSON, in the order of their numbers; null if there are none. */
export const openBlockers = sql`
  case when i.blocked_by_issue_ids <> '{}' then (
    select json_agg(
      json_build_object(
        'id', b.id, 'identifier', b.identifier, 'title', b.title, 'status', b.status
      ) order by b.issue_number
    ) from issues b where ${isOpenBlocker}
  ) end`;
