import { issues, type scheduler } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { actionableAssigneeOf } from '../domain/work.ts';
import { deleteWork, saveWork } from '../store/work.ts';

const events = [
  'issue.created',
  'issue.updated',
  'issue.assigned',
  'issue.checked_out',
  'issue.released',
  'issue.unblocked',
] as const;

/** The event with the highest number has the current state, in whatever order they arrive. */
export const copyWork = reaction<typeof issues, (typeof events)[number], typeof scheduler>(
  issues,
  events,
  async ({ companyId, seq, payload }, { db }) => {
    const at = { companyId, seq, issueId: payload.issueId };
    const agentId = actionableAssigneeOf(payload);
    if (agentId) await saveWork(db, at, agentId);
    else await deleteWork(db, at);
  },
  {
    history: 'state',
    pace: 'quick',
    when: (event) => {
      if (event.type === 'issue.created') return actionableAssigneeOf(event.payload) !== null;
      if (event.type !== 'issue.updated') return true;
      const { changes } = event.payload;
      return 'status' in changes || 'assigneeAgentId' in changes || 'assigneeUserId' in changes;
    },
  },
);
