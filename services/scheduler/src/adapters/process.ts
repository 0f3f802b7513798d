/** `process`: the command that the agent's configuration names, without a shell. */
import { z } from 'zod';
import { notStarted, type Adapter } from './adapter.ts';
import { environmentOf } from './environment.ts';
import type { Guard } from './guard.ts';
import { faultsOf, limitsOf, localConfig, workingDirectory } from './local-config.ts';
import { runGroup } from './process-group.ts';

const ProcessConfig = z.object({
  command: z.string().regex(/^[^-\0][^\0]*$/, 'the name or path of a program'),
  args: z.array(z.string().regex(/^[^\0]*$/, 'no NUL')).default([]),
  ...localConfig,
});

export const processAdapter = (guard: Guard): Adapter => ({
  limits: limitsOf,
  async start({ config, variables, home, signal, onOutput }) {
    const parsed = ProcessConfig.safeParse(config);
    if (!parsed.success) return notStarted('adapter_config', faultsOf(parsed.error));
    const { command, args, env, timeoutSec, graceSec } = parsed.data;
    const cwd = await workingDirectory(parsed.data.cwd, home);
    if (!cwd) return notStarted('cwd_missing', 'adapterConfig.cwd is not a folder');
    return runGroup(guard, {
      command: [command, ...args],
      cwd,
      env: environmentOf(env, variables),
      stdin: '',
      limits: { timeoutSec, graceSec },
      signal,
      onOutput,
    });
  },
});
