import type { agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { configOf, patchedAgent } from '../domain/config.ts';
import { withResolvedPaths } from '../domain/instructions-path.ts';
import { lockAgent } from '../store/locks.ts';
import { checkVersion, mayEdit } from './authority.ts';
import { saveChange } from './save-change.ts';

export const updateAgent: Handler<typeof agents, 'updateAgent'> = async (
  { agentId, companyId, ifVersion, ...patch },
  context,
) => {
  const { db, actor, scope } = context;
  const moves = patch.name !== undefined || patch.reportsTo !== undefined;
  const agent = await lockAgent(db, scope, { ref: agentId, companyId }, moves ? 'alone' : 'shared');
  const authority = await mayEdit(db, actor, agent);
  checkVersion(agent, ifVersion);
  const wanted = patchedAgent(agent, patch);
  // The board configures freely; a relative path from an agent stays inside the agent's folder.
  const config = authority === 'board'
    ? wanted.config
    : withResolvedPaths(configOf(agent), wanted.config);
  return saveChange(context, agent, {
    authority, source: 'patch', wanted: { ...wanted, config },
  });
};
