import type { AgentConfig, agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { requireEditorOf, requireVersion } from '../../configuration/authority.ts';
import { saveChange } from '../../configuration/save-change.ts';
import { settingsOf } from '../../domain/config.ts';
import { pathKey, resolvedPath } from '../../domain/instructions-path.ts';
import { lockAgent } from '../../store/locks.ts';

export const setInstructionsPath: Handler<typeof agents, 'setInstructionsPath'> = async (
  { agentId, companyId, path, adapterConfigKey, ifVersion },
  context,
) => {
  const { db, actor, scope } = context;
  const agent = await lockAgent(db, scope, { ref: agentId, companyId });
  const authority = await requireEditorOf(db, actor, agent);
  requireVersion(agent, ifVersion);
  const { config, metadata } = settingsOf(agent);
  const key = pathKey(agent.adapterType, adapterConfigKey);
  return saveChange(context, agent, {
    authority,
    source: 'instructions_path',
    wanted: { config: { ...config, adapterConfig: withPath(config, key, path) }, metadata },
  });
};

function withPath(
  { adapterConfig }: AgentConfig,
  key: string,
  path: string | null,
): AgentConfig['adapterConfig'] {
  const { [key]: _, ...others } = adapterConfig;
  return path === null ? others : { ...others, [key]: resolvedPath(path, adapterConfig['cwd']) };
}
