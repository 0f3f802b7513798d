import { agents, type approvals } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { withdrawOverrides } from '../decisions/withdraw-overrides.ts';

export const withdrawOverrideOfTerminatedAgent = reaction(
  agents,
  ['agent.terminated'],
  ({ companyId, payload: { agentId } }, context: Context<typeof approvals>) =>
    withdrawOverrides(context, companyId, agentId),
);
