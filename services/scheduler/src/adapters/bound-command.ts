/**
 * `alpha_local`, `beta_local`: the command that the operator has bound to the adapter type, with
 * the agent's prompt on standard input. An agent never chooses which program is run.
 */
import { adapters, refersToSecret, renderPrompt } from '@muster/contracts';
import { commandArguments, acceptsExtraArgs, type BoundCommand } from '../domain/command-line.ts';
import { notStarted, type LocalAdapter } from './adapter.ts';
import { faultsOf, limitsOf } from './local-config.ts';

/** Both types have the same keys. */
const BoundConfig = adapters.alpha_local.config;
/** The runner puts in the path that it has resolved. */
const INSTRUCTIONS = '{{SERVICE_INSTRUCTIONS_FILE}}';

export const boundCommandAdapter = (command: BoundCommand): LocalAdapter => ({
  execution: 'local',
  limits: limitsOf,
  keepsSessions: true,
  program({ config, variables }) {
    const parsed = BoundConfig.safeParse(config);
    if (!parsed.success) return notStarted('adapter_config', faultsOf(parsed.error));
    const { promptTemplate, model, extraArgs, cwd, env } = parsed.data;
    if (extraArgs.length > 0 && !acceptsExtraArgs(command)) {
      return notStarted('adapter_config', 'adapterConfig.extraArgs: the operator accepts none');
    }
    if (extraArgs.some((part) => refersToSecret(part))) {
      return notStarted('secret_in_command', 'A command line may hold no secret; use env instead');
    }
    const instructionsFile = parsed.data.instructionsFilePath || null;
    const own = { ...variables, ...(model ? { SERVICE_MODEL: model } : {}) };
    const values = instructionsFile ? { ...own, SERVICE_INSTRUCTIONS_FILE: INSTRUCTIONS } : own;
    return {
      command: commandArguments(command, values, extraArgs),
      cwd: cwd ?? null,
      instructionsFile,
      env: { ...env, ...own },
      stdin: renderPrompt(promptTemplate, values),
      limits: limitsOf(parsed.data),
    };
  },
});
