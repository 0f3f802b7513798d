/**
 * `alpha_local`, `beta_local`: the command that the operator has bound to the adapter type, with
 * the agent's prompt on standard input. An agent never chooses which program is run.
 */
import {
  adapters,
  refersToSecret,
  renderPlaceholders,
  type StartVariable,
} from '@muster/contracts';
import {
  commandArguments,
  acceptsExtraArgs,
  type BoundCommand,
} from '../../domain/command-line.ts';
import { notStarted, type LocalAdapter } from '../adapter.ts';
import { environmentOf } from './agent-environment.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';
import {
  faultsOf,
  instructionsFile,
  limitsOf,
  workingDirectory,
  type Roots,
} from './local-config.ts';

/** Both types have the same keys. */
const BoundConfig = adapters.alpha_local.config;

export const boundCommandAdapter = (
  supervisor: Supervisor,
  roots: Roots,
  command: BoundCommand,
): LocalAdapter => ({
  execution: 'local',
  limits: limitsOf,
  keepsSessions: true,
  async start({ config, variables, home, signal, onOutput }) {
    const parsed = BoundConfig.safeParse(config);
    if (!parsed.success) return notStarted('adapter_config', faultsOf(parsed.error));
    const { promptTemplate, model, extraArgs, env, timeoutSec, graceSec } = parsed.data;
    if (extraArgs.length > 0 && !acceptsExtraArgs(command)) {
      return notStarted('adapter_config', 'adapterConfig.extraArgs: the operator accepts none');
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
    const values = { ...variables, ...own };
    return supervisor.run({
      command: commandArguments(command, values, extraArgs),
      cwd: cwd.path,
      env: environmentOf(env, values),
      stdin: renderPlaceholders(promptTemplate, values),
      limits: { timeoutSec, graceSec },
      signal,
      onOutput,
    });
  },
});
