/**
 * Skipped wake-ups: a count per agent and reason, and the subjects of the most recent ones, so that
 * a skip can be explained. The number of rows does not grow with the number of skips.
 */
import type { RunSource } from '@muster/contracts';
import { none, sql, type Db } from '@muster/service-kit';
import type { SkipReason } from '../../domain/wakes/wake-admission.ts';

/** Skips of one agent and reason whose subjects are stored. */
const RECENT_MAX = 20;

export interface Skip {
  readonly agentId: string;
  readonly reason: SkipReason;
  readonly source: RunSource;
  readonly issueId?: string | null;
  readonly commentId?: string | null;
  readonly approvalId?: string | null;
}

/** Skips of one company; those of one agent for one reason are counted in one row. */
export async function countSkips(db: Db, companyId: string, skips: readonly Skip[]): Promise<void> {
  if (skips.length === 0) return;
  await none(
    db,
    sql`
    insert into skips as s (company_id, agent_id, reason, count, recent)
    select ${companyId}, k."agentId", k."reason", count(*),
      coalesce(
        jsonb_agg(jsonb_build_object(
          'at', now(), 'source', k."source", 'issueId', k."issueId", 'commentId', k."commentId",
          'approvalId', k."approvalId"
        )) filter (where coalesce(k."issueId", k."commentId", k."approvalId") is not null),
        '[]'
      )
    from jsonb_to_recordset(${JSON.stringify(skips)}::jsonb) as k (
      "agentId" uuid, "reason" text, "source" text, "issueId" uuid, "commentId" uuid,
      "approvalId" uuid
    )
    group by k."agentId", k."reason"
    order by k."agentId"
    on conflict (agent_id, reason) do update
    set count = s.count + excluded.count, last_at = now(),
      recent = case when excluded.recent = '[]' then s.recent else (
        select jsonb_agg(e.skip order by e.ordinal)
        from jsonb_array_elements(excluded.recent || s.recent) with ordinality as e (skip, ordinal)
        where e.ordinal <= ${RECENT_MAX}
      ) end`,
  );
}
