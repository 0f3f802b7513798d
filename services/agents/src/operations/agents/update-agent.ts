import type { agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { requireEditorOf, requireVersion } from '../../configuration/authority.ts';
import { saveChange } from '../../configuration/save-change.ts';
import { configOf, patchAgent } from '../../domain/config.ts';
import { withResolvedPaths } from '../../domain/instructions-path.ts';
import { lockAgent } from '../../store/locks.ts';

export const updateAgent: Handler<typeof agents, 'updateAgent'> = async (
  { agentId, companyId, ifVersion, ...patch },
  context,
) => {
  const { db, actor, scope } = context;
  const moves = patch.name !== undefined || patch.reportsTo !== undefined;
  const agent = await lockAgent(
    db,
    scope,
    { ref: agentId, companyId },
    moves ? 'exclusive' : 'shared',
  );
  const authority = await requireEditorOf(db, actor, agent);
  requireVersion(agent, ifVersion);
  const wanted = patchAgent(agent, patch);
  // Only the board may set paths freely; a relative path of an agent stays inside its folder.
  const config =
    authority === 'board' ? wanted.config : withResolvedPaths(configOf(agent), wanted.config);
  return saveChange(context, agent, {
    authority,
    source: 'patch',
    wanted: { ...wanted, config },
  });
};
