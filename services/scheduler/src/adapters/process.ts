/** `process`: the command that the agent's configuration names, without a shell. */
import { adapters, refersToSecret } from '@muster/contracts';
import { notStarted, type LocalAdapter } from './adapter.ts';
import { faultsOf, limitsOf } from './local-config.ts';

/** Other keys are for the agent to read; a mistake in them must not keep it from being started. */
const ProcessConfig = adapters.process.config.pick({
  command: true,
  args: true,
  cwd: true,
  env: true,
  timeoutSec: true,
  graceSec: true,
  idleSec: true,
});

export const processAdapter: LocalAdapter = {
  execution: 'local',
  limits: limitsOf,
  keepsSessions: true,
  program({ config, variables }) {
    const parsed = ProcessConfig.safeParse(config);
    if (!parsed.success) return notStarted('adapter_config', faultsOf(parsed.error));
    const { command, args, cwd, env } = parsed.data;
    if ([command, ...args].some((part) => refersToSecret(part))) {
      return notStarted('secret_in_command', 'A command line may hold no secret; use env instead');
    }
    return {
      command: [command, ...args],
      cwd: cwd ?? null,
      instructionsFile: null,
      env: { ...env, ...variables },
      stdin: '',
      limits: limitsOf(parsed.data),
    };
  },
};
