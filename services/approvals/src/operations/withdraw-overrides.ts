/** Withdraws what was asked for in an agent's name; what somebody asked for stays. */
import type { approvals } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import { sayingOf } from '../domain/approval.ts';
import { approvalMoves } from '../domain/approval-machine.ts';
import { lockOpenOverrides, saveApproval } from '../store/approvals.ts';

export async function withdrawOverrides(
  { db, say }: Pick<Context<typeof approvals>, 'db' | 'say'>,
  companyId: string,
  agentId: string,
): Promise<void> {
  const { to, says } = approvalMoves.cancel;
  for (const approval of await lockOpenOverrides(db, companyId, agentId)) {
    if (approval.causedBy === null) continue;
    const { decisionNote } = approval;
    say(says, sayingOf(await saveApproval(db, approval, { status: to, decisionNote })));
  }
}
