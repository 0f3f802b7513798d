/** Cancels the override requests that were opened for an agent; requests of callers stay. */
import type { approvals } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import { lockOpenAbout } from '../store/approvals.ts';
import { cancelUndecided } from './cancel-undecided.ts';

export async function withdrawOverrides(
  context: Pick<Context<typeof approvals>, 'db' | 'emit'>,
  companyId: string,
  agentId: string,
): Promise<void> {
  for (const approval of await lockOpenAbout(context.db, companyId, { budgetOf: agentId })) {
    if (approval.causedBy !== null) await cancelUndecided(context, approval);
  }
}
