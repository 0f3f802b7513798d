/** Codex, checked against 0.171.0. */
import { readCodex } from './codex-lines.ts';
import { withLaterResults } from './turns/later-results.ts';
import { stringify } from 'smol-toml';
import type { CliAgent, CliStart } from './cli-agent.ts';
import { CONTROL_PLANE, mcpUrl, TOKEN_VARIABLE } from './control-plane.ts';
import { emptied } from './home-folders.ts';
import { option } from './option.ts';
import { keyOf, PROVIDER_KEY_VARIABLE } from './own-provider.ts';

/** Settings as arguments: `resume` takes `-c`, but not `--sandbox`. */
const permissionsOf = ({ freedom, git }: CliStart): readonly string[] =>
  freedom === 'full'
    ? ['--dangerously-bypass-approvals-and-sandbox']
    : [
        ...option('-c', 'sandbox_mode="workspace-write"'),
        ...option('-c', 'sandbox_workspace_write.network_access=true'),
        // Its sandbox protects the folder of git, in which an agent with a checkout of its own commits.
        ...option('-c', git && `sandbox_workspace_write.writable_roots=["${git}"]`),
        ...option('-c', 'approval_policy="never"'),
      ];

const HOME = '.codex';

/** Rules let commands out of the sandbox; agents, plugins and hooks have settings of their own. */
const EMPTIED = ['agents', 'hooks', 'plugins', 'prompts', 'rules'];

/** In its settings: the program takes no address from its environment. */
const OWN_PROVIDER = 'own';

/** Muster asks a busy provider again; the program would for half a minute. */
const REQUESTS_AGAIN = 1;
const STREAMS_AGAIN = 2;

const settingsOfProvider = ({ baseUrl }: NonNullable<CliStart['provider']>): object => ({
  model_provider: OWN_PROVIDER,
  model_providers: {
    [OWN_PROVIDER]: {
      name: 'The provider of this agent',
      base_url: baseUrl,
      env_key: PROVIDER_KEY_VARIABLE,
      wire_api: 'responses',
      request_max_retries: REQUESTS_AGAIN,
      stream_max_retries: STREAMS_AGAIN,
    },
  },
});

/** Trusts no repository: settings of one that is trusted start programs. */
const settingsOf = ({ apiUrl, provider }: CliStart): string =>
  stringify({
    ...(provider && settingsOfProvider(provider)),
    check_for_update_on_startup: false,
    analytics: { enabled: false },
    skills: { bundled: { enabled: false } },
    // Its counts leave out what sub-agents have used.
    agents: { enabled: false },
    // Goals are Muster's; three tools for its own cost thousands of bytes of each request.
    features: { goals: false },
    mcp_servers: {
      [CONTROL_PLANE]: {
        url: mcpUrl(apiUrl),
        bearer_token_env_var: TOKEN_VARIABLE,
        default_tools_approval_mode: 'approve',
      },
    },
  });

export const codex: CliAgent = {
  provider: 'openai',
  home: {
    folder: HOME,
    variables: (home) => ({ CODEX_HOME: home }),
    files: (start) => ({
      [`${HOME}/AGENTS.md`]: start.instructions,
      // Would take the place of the instructions.
      [`${HOME}/AGENTS.override.md`]: '',
      [`${HOME}/config.toml`]: settingsOf(start),
      [`${HOME}/hooks.json`]: '{}\n',
    }),
    // Skills and plugins of a user are in `.agents`, too.
    folders: ({ skills }) => ({
      [`${HOME}/skills`]: skills,
      ...emptied(HOME, EMPTIED),
      '.agents': {},
    }),
  },
  argv: (start) => [
    'exec',
    '--json',
    '--skip-git-repo-check',
    ...option('-m', start.model),
    ...option('-c', start.effort && `model_reasoning_effort="${start.effort}"`),
    ...permissionsOf(start),
    ...option('resume', start.session),
    '-',
  ],
  efforts: ['low', 'medium', 'high', 'xhigh'],
  environment: () => ({ TZ: 'UTC' }),
  credentials: ['CODEX_API_KEY'],
  ownProvider: (provider) => ({ [PROVIDER_KEY_VARIABLE]: keyOf(provider) }),
  requiresModel: true,
  refusesSessionsSilently: true,
  read: withLaterResults(readCodex),
};
