/** What approve and reject have in common: everything but the move. */
import { Refusal, type Approval, type approvals } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import { sayingOf, showApproval } from '../domain/approval.ts';
import { decide, type ApprovalMove } from '../domain/approval-machine.ts';
import { lockApproval, saveResolution } from '../store/approvals.ts';
import { assertWritable } from '../store/companies.ts';

export interface Verdict {
  readonly approvalId: string;
  readonly decisionNote?: string | null | undefined;
  readonly ifVersion?: number | undefined;
}

export async function resolveApproval(
  move: Exclude<ApprovalMove, 'cancel'>,
  { approvalId, decisionNote = null, ifVersion }: Verdict,
  { db, actor, scope, say }: Context<typeof approvals>,
): Promise<Approval> {
  const approval = await lockApproval(db, scope, approvalId);
  await assertWritable(db, approval.companyId);
  const decided = decide(approval.status, move);
  if (!decided) return showApproval(approval);
  if (ifVersion !== undefined && ifVersion !== approval.version) {
    throw new Refusal('version_mismatch');
  }
  const resolved = await saveResolution(db, approval, {
    status: decided.to, decisionNote, decidedByUserId: actor.id,
  });
  say(decided.says, sayingOf(resolved));
  return showApproval(resolved);
}
