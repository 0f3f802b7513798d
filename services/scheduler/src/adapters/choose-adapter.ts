/** Which adapter runs the agents of which type, in which company. */
import type { agents, AdapterType, CliAgentType, Output } from '@muster/contracts';
import type { Egress } from '@muster/egress';
import type { SchedulerConfig } from '../config.ts';
import { notStarted, type Adapter, type LocalAdapter } from './adapter.ts';
import { isSwitchedOn, readSwitches, type SwitchedAdapter } from '../domain/adapter-switches.ts';
import type { BoundCommand } from '../domain/command-line.ts';
import { boundCommandAdapter } from './bound-command.ts';
import { cliAgentAdapter } from './cli-agents.ts';
import { httpAdapter } from './http.ts';
import { limitsOf } from './local-config.ts';
import { processAdapter } from './process.ts';
import { remoteAdapter } from './remote.ts';

export type ChooseAdapter = (
  agent: Pick<Output<typeof agents, 'getRunConfig'>, 'adapterType' | 'companyId'>,
) => Adapter;

type CliVariable = Extract<
  keyof SchedulerConfig,
  `MUSTER_${'CLAUDE_CODE' | 'CODEX' | 'OPENCODE' | 'GEMINI_CLI'}_COMMAND`
>;

export function openAdapters(config: SchedulerConfig, egress: Egress): ChooseAdapter {
  const boundAdapter = (
    type: AdapterType,
    variable: string,
    command: BoundCommand | undefined,
  ): LocalAdapter =>
    command
      ? boundCommandAdapter(command)
      : unavailable(`The operator has bound no command to ${type} (${variable})`);
  const cliAdapter = (type: CliAgentType, variable: CliVariable): LocalAdapter => {
    const command = config[variable];
    return command
      ? cliAgentAdapter(type, { command, freedom: config.MUSTER_CLI_FREEDOM })
      : unavailable(`The operator has installed no program for ${type} (${variable})`);
  };
  const adapters: Record<AdapterType, Adapter> = {
    gemini_cli: cliAdapter('gemini_cli', 'MUSTER_GEMINI_CLI_COMMAND'),
    opencode: cliAdapter('opencode', 'MUSTER_OPENCODE_COMMAND'),
    codex: cliAdapter('codex', 'MUSTER_CODEX_COMMAND'),
    claude_code: cliAdapter('claude_code', 'MUSTER_CLAUDE_CODE_COMMAND'),
    process: processAdapter,
    alpha_local: boundAdapter(
      'alpha_local',
      'MUSTER_ALPHA_LOCAL_COMMAND',
      config.MUSTER_ALPHA_LOCAL_COMMAND,
    ),
    beta_local: boundAdapter(
      'beta_local',
      'MUSTER_BETA_LOCAL_COMMAND',
      config.MUSTER_BETA_LOCAL_COMMAND,
    ),
    http: httpAdapter(egress),
    remote: remoteAdapter,
  };
  const switches = readSwitches(config.MUSTER_ADAPTERS);
  return ({ adapterType, companyId }) => {
    if (adapterType === 'http' || adapterType === 'remote') return adapters[adapterType];
    return isSwitchedOn(switches, adapterType, companyId)
      ? adapters[adapterType]
      : switchedOff(adapterType);
  };
}

const switchedOff = (type: SwitchedAdapter): LocalAdapter =>
  unavailable(
    `The adapter ${type} is off for this company; the operator turns it on (MUSTER_ADAPTERS)`,
  );

/** Runs of an agent that cannot be started fail with the reason. */
export const unavailable = (error: string): LocalAdapter => ({
  execution: 'local',
  keepsSessions: false,
  limits: limitsOf,
  program: () => notStarted('adapter_unavailable', error),
});
