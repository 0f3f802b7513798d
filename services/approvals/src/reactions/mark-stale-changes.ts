import { agents, type approvals } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { saveStaleChanges } from '../store/changes.ts';

/** A change was asked for one configuration, and the board is not asked to approve it for another. */
export const markStaleChanges = reaction(
  agents,
  ['agent.updated'],
  ({ companyId, payload: { agentId } }, { db }: Context<typeof approvals>) =>
    saveStaleChanges(db, companyId, agentId),
);
