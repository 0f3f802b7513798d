import { agents, type approvals } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { approvalMoves } from '../domain/approval-machine.ts';
import { approvalEvent } from '../events.ts';
import { lockOpenAbout, saveApproval } from '../store/approvals.ts';

export const cancelChangesOfTerminatedAgent = reaction(
  agents,
  ['agent.terminated'],
  async ({ companyId, payload: { agentId } }, { db, emit }: Context<typeof approvals>) => {
    const { cancel } = approvalMoves;
    for (const approval of await lockOpenAbout(db, companyId, { changeOf: agentId })) {
      const { decisionNote } = approval;
      const cancelled = await saveApproval(db, approval, { status: cancel.to, decisionNote });
      emit(cancel.emits, approvalEvent(cancelled));
    }
  },
);
