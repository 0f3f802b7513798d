/** The programs of coding agents, and how each is told the address of its provider. */
import type { CliAgentType, ProviderApi } from '@muster/contracts';
import type { ScriptedModel } from '../../examples/scripted-model/scripted-model.ts';
import { installed, type Package } from './install.ts';

export const KEY = 'sk-canary-of-a-program';
const anthropic = (ANTHROPIC_BASE_URL: string) => ({ ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL });

interface KnownProgram {
  readonly package: Package;
  readonly env: (url: string) => Readonly<Record<string, string>>;
  readonly model: string;
  /** The wire of its provider, and what stands between the address of one's own and its paths. */
  readonly api: ProviderApi;
  readonly below: string;
}

export const knownPrograms = {
  claude_code: {
    package: { name: '@anthropic-ai/claude-code', version: '2.1.332', bin: 'claude' },
    env: anthropic,
    model: 'claude-sonnet-4-5',
    api: 'anthropic',
    below: '',
  },
  codex: {
    package: { name: '@openai/codex', version: '0.171.0', bin: 'codex' },
    env: () => ({ CODEX_API_KEY: KEY }),
    model: 'gpt-5.2-codex',
    api: 'openai_responses',
    below: '/v1',
  },
  opencode: {
    package: { name: 'opencode-ai', version: '1.18.33', bin: 'opencode' },
    env: (url) => anthropic(`${url}/v1`),
    model: 'anthropic/claude-sonnet-4-5',
    api: 'anthropic',
    below: '',
  },
  gemini_cli: {
    package: { name: '@google/gemini-cli', version: '0.61.0', bin: 'gemini' },
    env: (url) => ({ GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: url }),
    model: 'gemini-2.5-pro',
    api: 'google',
    below: '',
  },
} as const satisfies Record<CliAgentType, KnownProgram>;

/** Installs them where they are missing, and has them ask the provider. */
export async function commandSettings({ url }: ScriptedModel): Promise<Record<string, string>> {
  const pathOf = (type: CliAgentType): Promise<string> => installed(knownPrograms[type].package);
  return {
    MUSTER_RUNNER_LOOPBACK_PORTS: new URL(url).port,
    MUSTER_CLAUDE_CODE_COMMAND: JSON.stringify([await pathOf('claude_code')]),
    MUSTER_CODEX_COMMAND: JSON.stringify([
      await pathOf('codex'),
      '-c',
      `openai_base_url="${url}/v1"`,
    ]),
    MUSTER_OPENCODE_COMMAND: JSON.stringify([await pathOf('opencode')]),
    MUSTER_GEMINI_CLI_COMMAND: JSON.stringify([await pathOf('gemini_cli')]),
  };
}

/** Without walls, and as users of their own where this process may make them. */
export const isolations = ['none', 'user'];
export const hasIsolation = (name: string): boolean => name === 'none' || process.getuid?.() === 0;

/** Longer than a program starts and answers three times on a busy machine. */
export const STORY_MS = 300_000;
