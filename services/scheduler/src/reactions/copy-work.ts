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

/** Events of a company arrive in order, each once: the last one has the current state. */
export const copyWork = reaction<typeof issues, (typeof events)[number], typeof scheduler>(
  issues,
  events,
  async ({ companyId, payload }, { db }) => {
    const { issueId } = payload;
    const agentId = actionableAssigneeOf(payload);
    if (agentId) await saveWork(db, companyId, { issueId, agentId });
    else await deleteWork(db, companyId, issueId);
  },
  {
    when: (event) => {
      if (event.type === 'issue.created') return actionableAssigneeOf(event.payload) !== null;
      if (event.type !== 'issue.updated') return true;
      const { changes } = event.payload;
      return 'status' in changes || 'assigneeAgentId' in changes || 'assigneeUserId' in changes;
    },
  },
);
