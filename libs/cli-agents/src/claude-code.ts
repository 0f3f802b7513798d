/** Claude Code, checked against 2.1.332. */
import type { CliAgent, CliStart } from './cli-agent.ts';
import { readClaudeCode } from './claude-code-lines.ts';
import { CONTROL_PLANE, mcpUrl, TOKEN_VARIABLE } from './control-plane.ts';
import { emptied } from './home-folders.ts';
import { option } from './option.ts';
import { keyOf } from './own-provider.ts';

const HOME = '.claude';
const SETTINGS = 'settings.json';
const INSTRUCTIONS = 'muster/instructions.md';
const SERVERS = 'muster/servers.json';

/**
 * Commands of a workspace run in the program's own sandbox, or not at all. Those in it are not asked for: where no
 * person answers, everything but a few harmless commands would be refused.
 */
const SANDBOX = {
  enabled: true,
  failIfUnavailable: true,
  allowUnsandboxedCommands: false,
  autoAllowBashIfSandboxed: true,
};

/**
 * What a run needs. The others cost thousands of bytes of each request, hide the tools of Muster behind a
 * search, and let a model sleep in its run or plan beside Muster.
 */
const TOOLS = [
  'Bash',
  'Read',
  'Edit',
  'Write',
  'Grep',
  'Glob',
  'Skill',
  'TodoWrite',
  'WebFetch',
  'WebSearch',
];

/** 107 bytes of a socket's path without the program's names for it. */
const TEMPORARY_PATH_MAX = 74;
/** Enough for a connection that breaks once. */
const RETRIES_MAX = 2;
/** Its sandbox puts a device where a command must make no file: these, and a dozen in `.claude`. */
const MASKS = [
  '.bash_profile',
  '.bashrc',
  '.claude',
  '.gitconfig',
  '.gitmodules',
  '.idea',
  '.mcp.json',
  '.profile',
  '.ripgreprc',
  '.vscode',
  '.zprofile',
  '.zshrc',
];

/** Agents, commands and plugins may have rights, hooks and servers of their own. */
const EMPTIED = ['agents', 'commands', 'hooks', 'output-styles', 'plugins', 'rules', 'workflows'];

/**
 * In a sandbox that root has made, another one cannot have a /proc of its own. With that of the sandbox
 * around it, its commands see the names of the agent's processes and nothing that these have: the kernel
 * asks for rights in their user namespace, and the inner sandbox is another one. Never set under `none`,
 * where that /proc would be the machine's.
 */
const sandboxOf = ({ isOwnUser }: CliStart): object => ({
  ...SANDBOX,
  ...(isOwnUser && { enableWeakerNestedSandbox: true }),
});

const settingsOf = (start: CliStart): string =>
  `${JSON.stringify({
    disableAllHooks: true,
    disableSkillShellExecution: true,
    ...(start.freedom === 'workspace' && { sandbox: sandboxOf(start) }),
  })}\n`;

/** The program replaces the variable: the token is in its environment alone. */
const serversOf = ({ apiUrl }: CliStart): string =>
  `${JSON.stringify({
    mcpServers: {
      [CONTROL_PLANE]: {
        type: 'http',
        url: mcpUrl(apiUrl),
        headers: { Authorization: `Bearer \${${TOKEN_VARIABLE}}` },
      },
    },
  })}\n`;

/** Small tasks, and names such as `opus`, would ask for models that only its own provider has. */
function modelsOf(
  models: readonly string[] | undefined,
  model: string | undefined,
): Readonly<Record<string, string>> {
  const [large, small] = [model ?? models?.[0], models?.at(-1) ?? model];
  if (large === undefined || small === undefined) return {};
  return {
    ANTHROPIC_MODEL: large,
    ANTHROPIC_DEFAULT_OPUS_MODEL: large,
    ANTHROPIC_DEFAULT_SONNET_MODEL: large,
    ANTHROPIC_DEFAULT_HAIKU_MODEL: small,
  };
}

/** It prints each message again, with its id, when the model gets it. */
const STREAMED_INPUT = [...option('--input-format', 'stream-json'), '--replay-user-messages'];

const messageOf = (text: string, uuid?: string): string =>
  `${JSON.stringify({
    type: 'user',
    ...(uuid !== undefined && { uuid }),
    message: { role: 'user', content: [{ type: 'text', text }] },
  })}\n`;

const interruptionOf = (request_id: string): string =>
  `${JSON.stringify({ type: 'control_request', request_id, request: { subtype: 'interrupt' } })}\n`;

export const claudeCode: CliAgent = {
  provider: 'anthropic',
  home: {
    folder: HOME,
    variables: (home) => ({ CLAUDE_CONFIG_DIR: home }),
    files: (start) => ({
      [`${HOME}/${SETTINGS}`]: settingsOf(start),
      [`${HOME}/${INSTRUCTIONS}`]: start.instructions,
      [`${HOME}/${SERVERS}`]: serversOf(start),
    }),
    folders: ({ skills }) => ({ [`${HOME}/skills`]: skills, ...emptied(HOME, EMPTIED) }),
  },
  argv: (start) => [
    '-p',
    ...option('--output-format', 'stream-json'),
    ...(start.keepsInput ? STREAMED_INPUT : []),
    '--verbose',
    ...option('--settings', `${start.home}/${SETTINGS}`),
    // A repository's own settings outrank those of the home, and could switch the sandbox off.
    ...option('--setting-sources', 'user'),
    '--strict-mcp-config',
    ...option('--mcp-config', `${start.home}/${SERVERS}`),
    ...option('--allowedTools', `mcp__${CONTROL_PLANE}`),
    ...option('--tools', TOOLS.join(',')),
    ...option('--append-system-prompt-file', `${start.home}/${INSTRUCTIONS}`),
    ...option('--permission-mode', start.freedom === 'full' ? 'bypassPermissions' : 'acceptEdits'),
    // Whatever would ask a person is refused, and the run reports it.
    ...option('--permission-prompts', 'none'),
    ...option('--model', start.model),
    ...option('--effort', start.effort),
    ...option('--max-turns', start.maxTurns),
    ...option('--resume', start.session),
  ],
  input: { message: messageOf, interruption: interruptionOf },
  efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
  environment: ({ freedom }) => ({
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_TELEMETRY: '1',
    // Its short prompt, and no skills but the agent's: half of the bytes of each request.
    CLAUDE_CODE_SIMPLE_SYSTEM_PROMPT: '1',
    CLAUDE_CODE_DISABLE_BUNDLED_SKILLS: '1',
    // Muster asks a busy provider again; the program would ask eleven times, which takes minutes.
    CLAUDE_CODE_MAX_RETRIES: String(RETRIES_MAX),
    // Without it, the program refuses to start as root where nothing is asked.
    ...(freedom === 'full' && { IS_SANDBOX: '1' }),
  }),
  // Its sandbox makes sockets there, whose paths the system bounds.
  temporaryPathMax: ({ freedom }) => (freedom === 'workspace' ? TEMPORARY_PATH_MAX : undefined),
  namesPrices: true,
  masks: ({ freedom }) => (freedom === 'workspace' ? MASKS : []),
  credentials: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
  clouds: [
    {
      switchedBy: 'CLAUDE_CODE_USE_BEDROCK',
      credentials: ['AWS_BEARER_TOKEN_BEDROCK', 'AWS_ACCESS_KEY_ID'],
    },
    { switchedBy: 'CLAUDE_CODE_USE_VERTEX', credentials: ['GOOGLE_APPLICATION_CREDENTIALS'] },
    { switchedBy: 'CLAUDE_CODE_USE_FOUNDRY', credentials: ['ANTHROPIC_FOUNDRY_API_KEY'] },
  ],
  // Without a key, it uses the login.
  flatPlans: ['CLAUDE_CODE_OAUTH_TOKEN'],
  ownProvider: (provider, model) => ({
    ANTHROPIC_BASE_URL: provider.baseUrl,
    ANTHROPIC_AUTH_TOKEN: keyOf(provider),
    ...modelsOf(provider.models, model),
  }),
  requiresModel: false,
  refusesSessionsSilently: false,
  read: readClaudeCode,
};
