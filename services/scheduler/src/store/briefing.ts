/** What a run tells its agent. */
import { one, sql, type Db } from '@muster/service-kit';
import type { HeldRun } from '../domain/held-run.ts';
import type { RunBriefing } from '../domain/run-context.ts';
import { heldColumns } from './runs/runs.ts';

/** Wake-ups have come since the started run was queued: from here on it carries this briefing. */
export const briefRun = (
  db: Db,
  runId: string,
  { source, reason, issueId, hops, rootId, context }: RunBriefing,
): Promise<HeldRun> =>
  one<HeldRun>(
    db,
    sql`
    update runs set source = ${source}, wake_reason = ${reason}, issue_id = ${issueId},
      hops = ${hops}, root_id = ${rootId}, context = ${JSON.stringify(context)}::jsonb
    where id = ${runId} returning ${heldColumns}`,
  );
