/**
 * `alpha_local`, `beta_local`: the command that the operator has bound to the adapter type, with
 * the agent's prompt on standard input. What is run is never the agent's own to choose.
 */
import {
  adapters, refersToSecret, renderPlaceholders, type StartVariable,
} from '@muster/contracts';
import { argvOf, takesExtraArgs, type BoundCommand } from '../domain/command-line.ts';
import { notStarted, type Adapter } from './adapter.ts';
import { environmentOf } from './environment.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';
import {
  faultsOf, instructionsFile, limitsOf, workingDirectory, type Roots,
} from './local-config.ts';

/** Both types have the same keys. */
const BoundConfig = adapters.alpha_local.config;

export const boundCommandAdapter = (
  supervisor: Supervisor,
  roots: Roots,
  command: BoundCommand,
): Adapter => ({
  limits: limitsOf,
  keepsSessions: true,
  async start({ config, variables, home, signal, onOutput }) {
    const parsed = BoundConfig.safeParse(config);
    if (!parsed.success) return notStarted('adapter_config', faultsOf(parsed.error));
    const { promptTemplate, model, extraArgs, env, timeoutSec, graceSec } = parsed.data;
    if (extraArgs.length > 0 && !takesExtraArgs(command)) {
      return notStarted('adapter_config', 'adapterConfig.extraArgs: the operator takes none');
    }
    if (extraArgs.some((part) => refersToSecret(part))) {
      return notStarted('secret_in_command', 'A command line may hold no secret; use env instead');
    }
    const cwd = await workingDirectory(parsed.data.cwd, home, roots);
    if ('fault' in cwd) return cwd.fault;
    const { instructionsFilePath } = parsed.data;
    const instructions = await instructionsFile(instructionsFilePath, cwd.path, home, roots);
    if ('fault' in instructions) return instructions.fault;
    const own: Partial<Record<StartVariable, string>> = {
      ...(model ? { SERVICE_MODEL: model } : {}),
      ...(instructions.path ? { SERVICE_INSTRUCTIONS_FILE: instructions.path } : {}),
    };
    const told = { ...variables, ...own };
    return supervisor.run({
      command: argvOf(command, told, extraArgs),
      cwd: cwd.path,
      env: environmentOf(env, told),
      stdin: renderPlaceholders(promptTemplate, told),
      limits: { timeoutSec, graceSec },
      signal,
      onOutput,
    });
  },
});
