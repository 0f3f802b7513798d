/** What is read for the issues of a page only when it is asked for. */
import type { IssueStatus } from '@muster/contracts';
import { many, sql, type Db } from '@muster/service-kit';
import type { Caller } from '../../domain/author.ts';
import type { IssueState } from '../../domain/issue-state.ts';
import { allowedTransitions } from '../../domain/issue-policy.ts';
import { issueColumns } from '../issue-columns.ts';
import {
  bindingOfTeam,
  factColumns,
  factJoins,
  policyFactsOf,
  type FactsRow,
} from '../issues-for-decisions.ts';

/** Children that are counted of one issue. */
export const CHILDREN_MAX = 1_000;

type Row = IssueState & FactsRow & { readonly bindingIsOfTeam: boolean };

/** The statuses to which the caller may move each issue now. */
export async function listTransitions(
  db: Db,
  companyId: string,
  ids: readonly string[],
  caller: Caller,
): Promise<ReadonlyMap<string, IssueStatus[]>> {
  const callerAgentId = caller.agentId;
  const rows = await many<Row>(
    db,
    sql`
    select ${issueColumns}, ${factColumns(callerAgentId, null)},
      ${bindingOfTeam(callerAgentId, {
        companyId: sql`i.company_id`,
        boundAgentId: sql`i.bound_agent_id`,
        boundByAgentId: sql`i.bound_by_agent_id`,
      })} as binding_is_of_team
    from issues i ${factJoins(callerAgentId, null)}
    where i.id = any(${ids}::uuid[]) and i.company_id = ${companyId}
    order by i.id limit ${ids.length}`,
  );
  return new Map(
    rows.map((row) => [
      row.id,
      allowedTransitions(row, policyFactsOf(row, caller, row.bindingIsOfTeam)),
    ]),
  );
}

export interface ChildCounts {
  readonly open: number;
  readonly ended: number;
}

export async function listChildCounts(
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ChildCounts>> {
  const rows = await many<ChildCounts & { id: string }>(
    db,
    sql`
    select parent.id, c.open, c.ended
    from unnest(${ids}::uuid[]) as parent (id)
    cross join lateral (
      select count(*) filter (where not child.has_ended)::integer as open,
        count(*) filter (where child.has_ended)::integer as ended
      from (
        select i.status in ('done', 'cancelled') as has_ended from issues_in_scope i
        where i.parent_id = parent.id and i.company_id = ${companyId}
        order by i.status desc, i.priority desc, i.updated_at desc, i.id desc limit ${CHILDREN_MAX}
      ) child
    ) c
    order by parent.id limit ${ids.length}`,
  );
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}
