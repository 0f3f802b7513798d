/** Coding agents that people know by name: what each needs of somebody who connects it. */
import type { AdapterType, ExampleAgent } from '@muster/contracts';

export interface AgentProgram {
  readonly type: AdapterType;
  readonly word: string;
  /** Variables of its environment, one of which has the key of its model provider. */
  readonly keys: readonly string[];
  /** A model that it takes; required where the program names none itself. */
  readonly model: string;
  readonly needsModel: boolean;
  /** The setting with which an operator names the program. */
  readonly variable: string;
}

export const agentPrograms: readonly AgentProgram[] = [
  {
    type: 'claude_code',
    word: 'Claude Code',
    keys: ['ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN'],
    model: 'sonnet',
    needsModel: false,
    variable: 'MUSTER_CLAUDE_CODE_COMMAND',
  },
  {
    type: 'codex',
    word: 'Codex',
    keys: ['CODEX_API_KEY'],
    model: 'gpt-5.3-codex',
    needsModel: true,
    variable: 'MUSTER_CODEX_COMMAND',
  },
  {
    type: 'opencode',
    word: 'OpenCode',
    keys: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY'],
    model: 'anthropic/claude-sonnet-5-5',
    needsModel: true,
    variable: 'MUSTER_OPENCODE_COMMAND',
  },
  {
    type: 'gemini_cli',
    word: 'Gemini CLI',
    keys: ['GEMINI_API_KEY'],
    model: 'gemini-3.1-pro-preview',
    needsModel: false,
    variable: 'MUSTER_GEMINI_CLI_COMMAND',
  },
];

export interface ProgramFields {
  readonly model: string;
  readonly keyName: string;
  readonly key: string;
  readonly folder: string;
}

/** Only what was filled in: the program has defaults for the rest. */
export function programConfig({
  model,
  keyName,
  key,
  folder,
}: ProgramFields): ExampleAgent['adapterConfig'] {
  const [modelName, value, cwd] = [model, key, folder].map((text) => text.trim());
  return {
    ...(modelName ? { model: modelName } : {}),
    ...(value ? { env: { [keyName]: value } } : {}),
    ...(cwd ? { cwd } : {}),
  };
}
