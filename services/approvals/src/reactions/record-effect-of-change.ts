/** Records whether an approved change was applied; one that was not wakes its requester. */
import { agents, type approvals } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { approvalEvent } from '../events.ts';
import { saveEffect } from '../store/changes.ts';

export const recordEffectOfChange = reaction(
  agents,
  ['agent_change.applied', 'agent_change.dropped'],
  async ({ companyId, type, payload: { approvalId } }, { db, emit }: Context<typeof approvals>) => {
    const effect = type === 'agent_change.applied' ? 'applied' : 'not_applied';
    const saved = await saveEffect(db, { companyId, approvalId, effect });
    if (saved && effect === 'not_applied') emit('approval.not_applied', approvalEvent(saved));
  },
);
