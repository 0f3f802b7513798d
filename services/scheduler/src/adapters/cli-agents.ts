/**
 * Coding agents whose programs are known: the operator's installation, in a home of the agent. The
 * configuration of an agent names no program, flag or permission.
 */
import {
  claudeCode,
  cloudIn,
  codex,
  geminiCli,
  opencode,
  providerVariables,
  type CliAgent,
  type Freedom,
  type Texts,
} from '@muster/cli-agents';
import {
  adapters,
  CliLimits,
  renderPrompt,
  type CliAgentType,
  type OwnProvider,
  type SkillFile,
} from '@muster/contracts';
import {
  CWD_PLACEHOLDER,
  GIT_PLACEHOLDER,
  HOME_PLACEHOLDER,
  type HomeFile,
  type HomeFolder,
  type TimeLimits,
} from '@muster/runner-protocol';
import type { z } from 'zod';
import { notStarted, type LocalAdapter, type ProgramInput } from './adapter.ts';
import { faultsOf } from './local-config.ts';
import { musterSkill } from './muster-skill.ts';

const programs: Readonly<Record<CliAgentType, CliAgent>> = {
  claude_code: claudeCode,
  codex,
  opencode,
  gemini_cli: geminiCli,
};

/** What is known of the program of an adapter type. */
export const programOf = (type: CliAgentType): CliAgent => programs[type];

/** For its user alone. */
const FILE_MODE = 0o600;

export interface Installed {
  /** The program and what comes before its own arguments. */
  readonly command: readonly [string, ...string[]];
  readonly freedom: Freedom;
}

const limitsOf = (config: object): TimeLimits => CliLimits.parse(config);

export const cliAgentAdapter = (
  type: CliAgentType,
  { command: [program, ...args], freedom }: Installed,
): LocalAdapter => ({
  execution: 'local',
  limits: limitsOf,
  keepsSessions: true,
  versionCommand: [program, ...args, '--version'],
  masks: programs[type].masks?.({ freedom }) ?? [],
  program(given) {
    const parsed = adapters[type].config.safeParse(given.config);
    if (!parsed.success) return notStarted('adapter_config', faultsOf(parsed.error));
    const { promptTemplate, model, cwd, env, provider } = parsed.data;
    const { variables } = given;
    const { home, argv, environment, input } = programs[type];
    const start = startOf(type, parsed.data, given, freedom);
    const { keepsInput } = start;
    const values = model === undefined ? variables : { ...variables, SERVICE_MODEL: model };
    return {
      command: [program, ...args, ...argv(start)],
      cwd: cwd ?? null,
      ...(home.startsIn !== undefined && { startsIn: home.startsIn }),
      instructionsFile: null,
      env: {
        ...providerVariables(programs[type], env, provider, model),
        ...environment(start),
        ...home.variables(start.home),
        ...variables,
      },
      files: Object.entries(home.files(start)).map(fileOf),
      folders: Object.entries(home.folders(start)).map(folderOf),
      stdin: inputOf(renderPrompt(promptTemplate, values), keepsInput && input),
      ...(keepsInput && { keepsInput }),
      limits: limitsOf(parsed.data),
    };
  },
});

type CliConfig = z.output<(typeof adapters)[CliAgentType]['config']>;

function startOf(
  type: CliAgentType,
  config: CliConfig,
  {
    variables,
    isolation,
    hasCommits,
    passesInput = false,
    instructions = '',
    skills = [],
  }: ProgramInput,
  freedom: Freedom,
) {
  const { model, env, provider } = config;
  const { home, input } = programs[type];
  return {
    home: `${HOME_PLACEHOLDER}/${home.folder}`,
    cwd: CWD_PLACEHOLDER,
    apiUrl: variables['SERVICE_API_URL'] ?? '',
    model,
    provider: provider && withoutKey(provider),
    effort: 'effort' in config ? config.effort : undefined,
    maxTurns: 'maxTurns' in config ? config.maxTurns : undefined,
    session: variables['SERVICE_SESSION_ID'],
    freedom,
    cloud: provider ? undefined : cloudIn(programs[type], env)?.switchedBy,
    git: hasCommits ? GIT_PLACEHOLDER : undefined,
    isOwnUser: isolation === 'user',
    keepsInput: passesInput && input !== undefined,
    instructions,
    skills: textsOf([...musterSkill, ...skills]),
  };
}

const inputOf = (prompt: string, input: CliAgent['input'] | false): string =>
  input ? input.message(prompt) : prompt;

const withoutKey = ({ auth: _, ...provider }: OwnProvider): Omit<OwnProvider, 'auth'> => provider;

const textsOf = (files: readonly SkillFile[]): Texts =>
  Object.fromEntries(files.map(({ path, text }) => [path, text]));

const fileOf = ([path, text]: readonly [string, string]): HomeFile => ({
  path,
  bytes: Buffer.from(text),
  mode: FILE_MODE,
});

const folderOf = ([path, texts]: readonly [string, Texts]): HomeFolder => ({
  path,
  files: Object.entries(texts).map(([name, text]) => ({ path: name, bytes: Buffer.from(text) })),
});
