import { scopeOf, type scheduler } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { schedulerConfigOf } from '../config.ts';
import { installedAdapters, readSwitches } from '../domain/adapter-switches.ts';

export const getInstalledAdapters: Handler<typeof scheduler, 'getInstalledAdapters'> = async (
  _,
  context,
) => {
  const config = schedulerConfigOf(context);
  const scope = scopeOf(context.actor);
  const hasProgram = {
    process: true,
    alpha_local: config.MUSTER_ALPHA_LOCAL_COMMAND !== undefined,
    beta_local: config.MUSTER_BETA_LOCAL_COMMAND !== undefined,
    claude_code: config.MUSTER_CLAUDE_CODE_COMMAND !== undefined,
    codex: config.MUSTER_CODEX_COMMAND !== undefined,
    opencode: config.MUSTER_OPENCODE_COMMAND !== undefined,
    gemini_cli: config.MUSTER_GEMINI_CLI_COMMAND !== undefined,
  };
  return {
    adapters: installedAdapters(readSwitches(config.MUSTER_ADAPTERS), hasProgram, scope),
    exampleAgent: scope === 'all' ? (config.MUSTER_EXAMPLE_AGENT ?? null) : null,
  };
};
