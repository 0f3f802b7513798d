import type { AgentConfig, agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { wantedOf } from '../domain/config.ts';
import { pathKey, resolvedPath } from '../domain/instructions-path.ts';
import { lockAgent } from '../store/locks.ts';
import { checkVersion, mayEdit } from './authority.ts';
import { saveChange } from './save-change.ts';

export const setInstructionsPath: Handler<typeof agents, 'setInstructionsPath'> = async (
  { agentId, companyId, path, adapterConfigKey, ifVersion },
  context,
) => {
  const { db, actor, scope } = context;
  const agent = await lockAgent(db, scope, { ref: agentId, companyId });
  const authority = await mayEdit(db, actor, agent);
  checkVersion(agent, ifVersion);
  const { config, metadata } = wantedOf(agent);
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
