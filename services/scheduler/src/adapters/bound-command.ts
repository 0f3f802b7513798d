/**
 * `alpha_local`, `beta_local`: the command that the operator has bound to the adapter type, with
 * the agent's prompt on standard input. What is run is never the agent's own to choose.
 */
import { adapters, promptVariables } from '@muster/contracts';
import { notStarted, type Adapter, type StartInput } from './adapter.ts';
import { environmentOf } from './environment.ts';
import type { Guard } from './guard.ts';
import { faultsOf, limitsOf, workingDirectory } from './local-config.ts';
import { runGroup } from './process-group.ts';

/**
 * Both types have the same keys. What is kept for the agent to read is no reason not to start it.
 */
const BoundConfig = adapters.alpha_local.config.pick({
  promptTemplate: true, cwd: true, env: true, timeoutSec: true, graceSec: true,
});

/**
 * `{{taskId}}` becomes its value, or nothing where there is none; other braces stay as they are.
 */
export const render = (template: string, variables: StartInput['variables']): string =>
  template.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => {
    const variable = Object.hasOwn(promptVariables, name) ? promptVariables[name] : undefined;
    return variable === undefined ? whole : (variables[variable] ?? '');
  });

export const boundCommandAdapter = (
  guard: Guard,
  command: readonly [string, ...string[]],
): Adapter => ({
  limits: limitsOf,
  async start({ config, variables, home, signal, onOutput }) {
    const parsed = BoundConfig.safeParse(config);
    if (!parsed.success) return notStarted('adapter_config', faultsOf(parsed.error));
    const { promptTemplate, env, timeoutSec, graceSec } = parsed.data;
    const cwd = await workingDirectory(parsed.data.cwd, home);
    if (!cwd) return notStarted('cwd_missing', 'adapterConfig.cwd is not a folder');
    return runGroup(guard, {
      command,
      cwd,
      env: environmentOf(env, variables),
      stdin: render(promptTemplate, variables),
      limits: { timeoutSec, graceSec },
      signal,
      onOutput,
    });
  },
});
