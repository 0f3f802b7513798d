/** Gemini CLI, checked against 0.61.0. */
import { stringify } from 'smol-toml';
import type { CliAgent, CliStart } from './cli-agent.ts';
import { CONTROL_PLANE, mcpUrl, TOKEN_VARIABLE } from './control-plane.ts';
import { readGeminiCli } from './gemini-cli-lines.ts';
import { withLaterResults } from './turns/later-results.ts';
import { below, emptied } from './home-folders.ts';
import { option } from './option.ts';
import { keyOf } from './own-provider.ts';

/** The program makes `.gemini` in it. */
const HOME = '.local/gemini';
const SETTINGS = `${HOME}/.gemini`;
/** Where the program starts; it takes settings from there, and none from folders that are included. */
const START = `${HOME}/start`;

/** Commands, hooks and extensions start programs; agents have rights of their own. */
const EMPTIED = ['agents', 'commands', 'extensions', 'hooks'];

/** Muster asks a busy provider again; the program would go on for minutes without a line. */
const ATTEMPTS_MAX = 2;

/** Switches the program to Vertex, which its settings have to name as well. */
const VERTEX = 'GOOGLE_GENAI_USE_VERTEXAI';

/** The program replaces the variable: the token is in its environment alone. */
const settingsOf = ({ apiUrl, maxTurns, cloud }: CliStart): string =>
  `${JSON.stringify({
    general: {
      enableAutoUpdate: false,
      enableAutoUpdateNotification: false,
      maxAttempts: ATTEMPTS_MAX,
      // Without a person who approves the plan, the program would change no more files.
      plan: { enabled: false },
      // Headings for a person who watches.
      topicUpdateNarration: false,
    },
    // Its list of tasks costs thousands of bytes of each request; work that is worth a list is in Muster.
    useWriteTodos: false,
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    security: { auth: { selectedType: cloud === VERTEX ? 'vertex-ai' : 'gemini-api-key' } },
    hooksConfig: { enabled: false },
    ...(maxTurns !== undefined && { model: { maxSessionTurns: maxTurns } }),
    mcpServers: {
      [CONTROL_PLANE]: {
        httpUrl: mcpUrl(apiUrl),
        headers: { Authorization: `Bearer $${TOKEN_VARIABLE}` },
        trust: true,
      },
    },
  })}\n`;

/** Whatever would ask a person is refused; the program would ask before it reads a skill. */
const RULES = stringify({
  rule: [{ toolName: 'activate_skill', decision: 'allow', priority: 100 }],
});

export const geminiCli: CliAgent = {
  provider: 'google',
  home: {
    folder: HOME,
    startsIn: START,
    variables: (home) => ({ GEMINI_CLI_HOME: home }),
    files: (start) => ({
      [`${SETTINGS}/settings.json`]: settingsOf(start),
      [`${SETTINGS}/GEMINI.md`]: start.instructions,
      [`${SETTINGS}/.env`]: '',
    }),
    folders: ({ skills }) => ({
      [`${SETTINGS}/skills`]: skills,
      [`${SETTINGS}/policies`]: { 'muster.toml': RULES },
      ...emptied(SETTINGS, EMPTIED),
      // The search for a file of variables ends here, and finds none.
      [START]: below('.gemini', { '.env': '' }),
      // Skills of a user are in `.agents`, too.
      [`${HOME}/.agents`]: {},
    }),
  },
  argv: (start) => [
    ...option('--output-format', 'stream-json'),
    ...option('--approval-mode', start.freedom === 'full' ? 'yolo' : 'auto_edit'),
    ...option('--include-directories', start.cwd),
    ...option('--model', start.model ?? start.provider?.models?.[0]),
    ...option('--resume', start.session),
  ],
  efforts: [],
  environment: () => ({
    // Of the folder where it starts, which is empty; it connects to no server in another one.
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    // It would start itself a second time for a larger heap.
    GEMINI_CLI_NO_RELAUNCH: 'true',
    NO_COLOR: '1',
  }),
  credentials: ['GEMINI_API_KEY'],
  clouds: [
    { switchedBy: VERTEX, credentials: ['GOOGLE_API_KEY', 'GOOGLE_APPLICATION_CREDENTIALS'] },
  ],
  ownProvider: (provider) => ({
    GOOGLE_GEMINI_BASE_URL: provider.baseUrl,
    GEMINI_API_KEY: keyOf(provider),
  }),
  requiresModel: false,
  refusesSessionsSilently: false,
  exitCodes: { 41: 'auth_required', 42: 'session_unknown', 52: 'adapter_config', 53: 'max_turns' },
  read: withLaterResults(readGeminiCli),
};
