/** Nobody waits any more: the hire's agent was terminated before the board decided. */
import { agents, type approvals } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { approvalMoves } from '../domain/approval-machine.ts';
import { sayingOf } from '../domain/approval.ts';
import { lockApprovalOfHire, saveResolution } from '../store/approvals.ts';

const open: readonly string[] = approvalMoves.cancel.from;

export const cancelApprovalOfTerminatedHire = reaction(
  agents,
  ['agent.terminated'],
  async ({ companyId, payload }, { db, say }: Context<typeof approvals>) => {
    const approval = await lockApprovalOfHire(db, companyId, payload.agentId);
    // A rejected hire ends its agent: then the decision is made already and stays.
    if (!approval || !open.includes(approval.status)) return;
    const { to, says } = approvalMoves.cancel;
    const cancelled = await saveResolution(db, approval, {
      status: to, decisionNote: approval.decisionNote, decidedByUserId: null,
    });
    say(says, sayingOf(cancelled));
  },
);
