/** What the verdicts of the board have in common: everything but the move. */
import type { Approval, approvals } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import { sayingOf, showApproval } from '../domain/approval.ts';
import { decide } from '../domain/approval-machine.ts';
import { saveApproval } from '../store/approvals.ts';
import { checkRead, lockWritable, type Read } from './move-approval.ts';

export interface Verdict extends Read {
  readonly approvalId: string;
  readonly decisionNote?: string | null | undefined;
}

export async function resolveApproval(
  move: 'approve' | 'reject' | 'requestRevision',
  { approvalId, decisionNote = null, ...read }: Verdict,
  { db, actor, scope, say }: Context<typeof approvals>,
): Promise<Approval> {
  const approval = await lockWritable(db, scope, approvalId);
  const decided = decide(approval.status, move);
  if (!decided) return showApproval(approval);
  checkRead(approval, read);
  // A request to revise decides nothing yet.
  const decidedByUserId = move === 'requestRevision' ? null : actor.id;
  const resolved = await saveApproval(db, approval, {
    status: decided.to, decisionNote, decidedByUserId,
  });
  say(decided.says, sayingOf(resolved));
  return showApproval(resolved);
}
