import type { agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { wantedOf } from '../domain/config.ts';
import { lockAgent } from '../store/locks.ts';
import { checkVersion, mayManageConfig } from './authority.ts';
import { saveChange } from './save-change.ts';

export const updateAgentBudget: Handler<typeof agents, 'updateAgentBudget'> = async (
  { agentId, companyId, budgetMonthlyCents, ifVersion },
  context,
) => {
  const { db, actor, scope } = context;
  const agent = await lockAgent(db, scope, { ref: agentId, companyId });
  const authority = await mayManageConfig(db, actor, agent);
  checkVersion(agent, ifVersion);
  const { config, metadata } = wantedOf(agent);
  return saveChange(context, agent, {
    authority, source: 'patch', wanted: { config: { ...config, budgetMonthlyCents }, metadata },
  });
};
