/**
 * `alpha_local`, `beta_local`: the command that the operator has bound to the adapter type, with
 * the agent's prompt on standard input. What is run is never the agent's own to choose.
 */
import { z } from 'zod';
import { notStarted, type Adapter, type StartInput } from './adapter.ts';
import { environmentOf } from './environment.ts';
import type { Guard } from './guard.ts';
import { faultsOf, limitsOf, localConfig, workingDirectory } from './local-config.ts';
import { runGroup } from './process-group.ts';

const BoundConfig = z.object({ promptTemplate: z.string().default(''), ...localConfig });

/** Placeholders of a prompt and the variables that stand for them. */
const placeholders: Readonly<Record<string, string>> = {
  agentId: 'SERVICE_AGENT_ID',
  companyId: 'SERVICE_COMPANY_ID',
  runId: 'SERVICE_RUN_ID',
  wakeReason: 'SERVICE_WAKE_REASON',
  taskId: 'SERVICE_TASK_ID',
  commentId: 'SERVICE_WAKE_COMMENT_ID',
  approvalId: 'SERVICE_APPROVAL_ID',
  approvalStatus: 'SERVICE_APPROVAL_STATUS',
};

/**
 * `{{taskId}}` becomes its value, or nothing where there is none; other braces stay as they are.
 */
export const render = (template: string, variables: StartInput['variables']): string =>
  template.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => {
    const variable = Object.hasOwn(placeholders, name) ? placeholders[name] : undefined;
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
