/** Changes of agents that wait for the board. Settings are stored with references in place of secrets. */
import { maybeOne, none, sql, type Db } from '@muster/service-kit';
import type { AgentSettings } from '../domain/config.ts';

export interface RequestedChange {
  readonly approvalId: string;
  readonly companyId: string;
  readonly agentId: string;
  readonly before: AgentSettings;
  readonly wanted: AgentSettings;
}

export const insertRequestedChange = (db: Db, change: RequestedChange): Promise<void> =>
  none(
    db,
    sql`
    insert into requested_changes (approval_id, company_id, agent_id, before, wanted)
    values (
      ${change.approvalId}, ${change.companyId}, ${change.agentId},
      ${JSON.stringify(change.before)}::jsonb, ${JSON.stringify(change.wanted)}::jsonb
    )`,
  );

/** Takes the change out, so that a decision that is delivered again finds nothing. */
export const takeRequestedChange = (
  db: Db,
  companyId: string,
  approvalId: string,
): Promise<RequestedChange | undefined> =>
  maybeOne<RequestedChange>(
    db,
    sql`
    delete from requested_changes
    where company_id = ${companyId} and approval_id = ${approvalId}
    returning approval_id, company_id, agent_id, before, wanted`,
  );
