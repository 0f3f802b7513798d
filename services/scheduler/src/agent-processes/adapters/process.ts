/** `process`: the command that the agent's configuration names, without a shell. */
import { adapters, refersToSecret } from '@muster/contracts';
import { notStarted, type LocalAdapter } from '../adapter.ts';
import { environmentOf } from './agent-environment.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';
import { faultsOf, limitsOf, workingDirectory, type Roots } from './local-config.ts';

/** Other keys are for the agent to read; a mistake in them must not keep it from being started. */
const ProcessConfig = adapters.process.config.pick({
  command: true,
  args: true,
  cwd: true,
  env: true,
  timeoutSec: true,
  graceSec: true,
});

export const processAdapter = (supervisor: Supervisor, roots: Roots): LocalAdapter => ({
  execution: 'local',
  limits: limitsOf,
  keepsSessions: true,
  async start({ config, variables, home, signal, onOutput }) {
    const parsed = ProcessConfig.safeParse(config);
    if (!parsed.success) return notStarted('adapter_config', faultsOf(parsed.error));
    const { command, args, env, timeoutSec, graceSec } = parsed.data;
    if ([command, ...args].some((part) => refersToSecret(part))) {
      return notStarted('secret_in_command', 'A command line may hold no secret; use env instead');
    }
    const cwd = await workingDirectory(parsed.data.cwd, home, roots);
    if ('fault' in cwd) return cwd.fault;
    return supervisor.run({
      command: [command, ...args],
      cwd: cwd.path,
      env: environmentOf(env, variables),
      stdin: '',
      limits: { timeoutSec, graceSec },
      signal,
      onOutput,
    });
  },
});
