import { fileURLToPath } from 'node:url';
import type { AdapterType, Run } from '@muster/contracts';
import { WITH_COMPILE_CACHE } from '@muster/test-kit';
import { adapterConformance, USED, type Kind, type Part, type Rig } from './adapter-conformance.ts';
import { remoteRig, webRig } from './remote-steps.ts';
import type { Opened } from './open-scheduler.ts';

/** Plays its part: named by its argument, or by what it reads. */
const program = fileURLToPath(new URL('./agents/scripted-agent.ts', import.meta.url));
const command = JSON.stringify([process.execPath, ...WITH_COMPILE_CACHE, program]);

const rigOf = (
  opened: Opened,
  adapterType: AdapterType,
  configOf: (part: Part) => Record<string, string | string[]>,
): Rig => ({
  async agent(companyId, part, limits = { timeoutSec: 30, graceSec: 1 }) {
    const { agentId } = await opened.agent(companyId, '', { adapterType });
    opened.adapters.set(agentId, { adapterType, adapterConfig: { ...configOf(part), ...limits } });
    return agentId;
  },
  async variablesOf({ id }) {
    const line = (await opened.logOf(id))
      .split('\n')
      .find((each) => each.startsWith('variables: '));
    return JSON.parse(line?.slice('variables: '.length) ?? 'null') as Record<string, string>;
  },
  async processes({ id }: Run) {
    const [, ...pids] = (await opened.logOf(id)).trim().split(' ').map(Number);
    return pids;
  },
  begun: (runId) => opened.runWhen(runId, ({ logBytes }) => logBytes > 0),
});

const kinds: readonly Kind[] = [
  {
    name: 'process',
    isLocal: true,
    open: (opened) =>
      rigOf(opened, 'process', (part) => ({
        command: process.execPath,
        args: [...WITH_COMPILE_CACHE, program, part],
      })),
  },
  {
    name: 'alpha_local',
    isLocal: true,
    env: { MUSTER_ALPHA_LOCAL_COMMAND: command },
    open: (opened) => rigOf(opened, 'alpha_local', (promptTemplate) => ({ promptTemplate })),
  },
  {
    name: 'beta_local',
    isLocal: true,
    env: { MUSTER_BETA_LOCAL_COMMAND: command },
    open: (opened) => rigOf(opened, 'beta_local', (promptTemplate) => ({ promptTemplate })),
  },
  {
    name: 'codex',
    isLocal: true,
    env: { MUSTER_ADAPTERS: 'codex', MUSTER_CODEX_COMMAND: command },
    adds: ['CODEX_HOME'],
    used: { ...USED, costCents: null, cachedInputTokens: 0, provider: 'openai' },
    open: (opened) =>
      rigOf(opened, 'codex', (promptTemplate) => ({ promptTemplate, model: USED.model })),
  },
  { name: 'http', isLocal: false, env: { MUSTER_EGRESS_ALLOW: '127.0.0.1' }, open: webRig },
  { name: 'remote', isLocal: false, open: remoteRig },
];

adapterConformance(kinds);
