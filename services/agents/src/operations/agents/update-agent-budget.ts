import type { agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { requireConfigManagerOf, requireVersion } from '../../configuration/authority.ts';
import { saveChange } from '../../configuration/save-change.ts';
import { settingsOf } from '../../domain/config.ts';
import { lockAgent } from '../../store/locks.ts';

export const updateAgentBudget: Handler<typeof agents, 'updateAgentBudget'> = async (
  { agentId, companyId, budgetMonthlyCents, ifVersion },
  context,
) => {
  const { db, actor, scope } = context;
  const agent = await lockAgent(db, scope, { ref: agentId, companyId });
  const authority = await requireConfigManagerOf(db, actor, agent);
  requireVersion(agent, ifVersion);
  const { config, metadata } = settingsOf(agent);
  return saveChange(context, agent, {
    authority,
    source: 'patch',
    wanted: { config: { ...config, budgetMonthlyCents }, metadata },
  });
};
