/** OpenCode, checked against 1.18.33. */
import type { ProviderApi } from '@muster/contracts';
import type { CliAgent, CliStart, Freedom } from './cli-agent.ts';
import { CONTROL_PLANE, mcpUrl, TOKEN_VARIABLE } from './control-plane.ts';
import { below } from './home-folders.ts';
import { readOpencode } from './opencode-lines.ts';
import { withLaterResults } from './turns/later-results.ts';
import { option } from './option.ts';
import { keyOf, PROVIDER_KEY_VARIABLE } from './own-provider.ts';

/** Not `.opencode`, where the program looks for further settings of its user. */
const HOME = '.local/opencode';

type Permission = 'allow' | 'deny';

/**
 * The program has no sandbox of its own, so in a workspace it runs no commands, and writes no settings
 * and plugins of the repository: plugins are started whatever the settings say. It never prints what
 * sub-agents have used, so there are none: their costs would not be seen. Its list of tasks costs thousands
 * of bytes of each request; work that is worth a list is in Muster. Later keys count.
 */
const PERMISSIONS: Readonly<
  Record<Freedom, Readonly<Record<string, Permission | Readonly<Record<string, Permission>>>>>
> = {
  workspace: {
    '*': 'deny',
    read: 'allow',
    list: 'allow',
    glob: 'allow',
    grep: 'allow',
    edit: { '*': 'allow', '*.opencode/*': 'deny', '*opencode.json*': 'deny' },
    skill: 'allow',
    [`${CONTROL_PLANE}_*`]: 'allow',
  },
  full: { '*': 'allow', task: 'deny', todoread: 'deny', todowrite: 'deny' },
};

/** The packages that speak each wire, and what they expect of an address. */
const WIRES: Readonly<Record<ProviderApi, { readonly npm: string; readonly below: string }>> = {
  anthropic: { npm: '@ai-sdk/anthropic', below: '/v1' },
  openai_responses: { npm: '@ai-sdk/openai', below: '' },
  openai_chat: { npm: '@ai-sdk/openai-compatible', below: '' },
  google: { npm: '@ai-sdk/google', below: '/v1beta' },
};

/** Under the name that stands before the slash in the model of the agent. */
function settingsOfProvider(
  { api, baseUrl, models = [] }: NonNullable<CliStart['provider']>,
  model = '',
): object {
  const slash = model.indexOf('/');
  const { npm, below: path } = WIRES[api];
  return {
    [model.slice(0, slash)]: {
      npm,
      name: 'The provider of this agent',
      options: {
        baseURL: `${baseUrl.replace(/\/$/, '')}${path}`,
        apiKey: `{env:${PROVIDER_KEY_VARIABLE}}`,
      },
      models: Object.fromEntries(
        [...new Set([model.slice(slash + 1), ...models])].map((name) => [name, {}]),
      ),
    },
  };
}

/** The program replaces the variable: the token is in its environment alone. */
const settingsOf = ({ apiUrl, provider, model }: CliStart): string =>
  `${JSON.stringify({
    autoupdate: false,
    share: 'disabled',
    ...(provider && { provider: settingsOfProvider(provider, model) }),
    mcp: {
      [CONTROL_PLANE]: {
        type: 'remote',
        url: mcpUrl(apiUrl),
        enabled: true,
        oauth: false,
        headers: { Authorization: `Bearer {env:${TOKEN_VARIABLE}}` },
      },
    },
  })}\n`;

export const opencode: CliAgent = {
  provider: 'opencode',
  home: {
    folder: HOME,
    variables: (home) => ({
      XDG_CONFIG_HOME: `${home}/config`,
      XDG_DATA_HOME: `${home}/data`,
      XDG_STATE_HOME: `${home}/state`,
      XDG_CACHE_HOME: `${home}/cache`,
    }),
    files: () => ({}),
    // Agents, commands, plugins and tools would be beside the settings.
    folders: (start) => ({
      [`${HOME}/config`]: {
        'opencode/opencode.json': settingsOf(start),
        'opencode/AGENTS.md': start.instructions,
        ...below('opencode/skills', start.skills),
      },
      '.opencode': {},
    }),
  },
  argv: (start) => [
    'run',
    ...option('--format', 'json'),
    // Of a provider that it asks again, it says nothing else.
    '--print-logs',
    ...option('--log-level', 'ERROR'),
    // Without a title the program has a model find one, which it does not report.
    ...option('--title', 'Muster'),
    ...option('--model', start.model),
    ...option('--variant', start.effort),
    ...(start.freedom === 'full' ? ['--auto'] : []),
    ...option('--session', start.session),
  ],
  efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
  environment: ({ freedom }) => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_SHARE: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    // Settings of a repository, its plugins, and skills that are not the agent's.
    OPENCODE_DISABLE_PROJECT_CONFIG: '1',
    OPENCODE_DISABLE_CLAUDE_CODE: '1',
    OPENCODE_DISABLE_EXTERNAL_SKILLS: '1',
    OPENCODE_PURE: '1',
    OPENCODE_PERMISSION: JSON.stringify(PERMISSIONS[freedom]),
  }),
  credentials: [
    'ANTHROPIC_API_KEY',
    'OPENAI_API_KEY',
    'GOOGLE_GENERATIVE_AI_API_KEY',
    'OPENROUTER_API_KEY',
    'OPENCODE_API_KEY',
  ],
  ownProvider: (provider) => ({ [PROVIDER_KEY_VARIABLE]: keyOf(provider) }),
  logsFailures: true,
  namesPrices: true,
  requiresModel: true,
  refusesSessionsSilently: true,
  read: withLaterResults(readOpencode),
};
