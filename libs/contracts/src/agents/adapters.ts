/**
 * The adapters: how an agent of each type is started, and what its adapterConfig may contain. The
 * scheduler parses a configuration with these schemas before it starts an agent, and the texts for
 * agents are rendered from them. A configuration is stored as it is; keys that no schema knows are
 * stored too and never read.
 */
import { z } from 'zod';
import { adapter, type Adapter } from './adapter-spec.ts';
import {
  claudeCodeAdapter,
  codexAdapter,
  geminiCliAdapter,
  opencodeAdapter,
} from './cli-adapters.ts';
import { PATH_MAX, processFields, quotaGroup } from './process-fields.ts';
import { CliAgentType, type AdapterType } from '../vocabulary.ts';

/** Headers that the HTTP client or Muster sets; a configuration must not. */
const reserved = new RegExp(
  '^(?:host|connection|keep-alive|te|trailer|upgrade|expect|traceparent)$|' +
    '^(?:content|transfer|proxy|muster)-',
  'i',
);
const HeaderName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~\w-]+$/, 'the name of a header')
  .refine((name) => !reserved.test(name), { error: 'a header that may be set' });
const HeaderValue = z
  .string()
  .max(8_192)
  .regex(/^[^\0\r\n]*$/, 'one line');

/** Fields that only the agent uses: it reads them in its own record. */
const selfReadFields = {
  model: z
    .string()
    .optional()
    .describe('The model that the agent should use; the agent reads it in its own record.'),
  instructionsFilePath: z
    .string()
    .max(PATH_MAX)
    .nullish()
    .describe('Path of the instructions of the agent. Stored as text: the server opens no file.'),
};
const agentsMdPath = z
  .string()
  .max(PATH_MAX)
  .nullish()
  .describe('Path of the AGENTS.md of the agent. Stored as text: the server opens no file.');
const selfReadPrompt = z
  .string()
  .optional()
  .describe('What the agent should do in a run; the agent reads it in its own record.');

/** A name that cannot be mistaken for a command-line option. */
const PlainWord = z
  .string()
  .max(200)
  .regex(/^[^-\s\p{Cc}][^\p{Cc}]*$/u, 'a name');

const boundConfig = z.object({
  promptTemplate: z
    .string()
    .default('')
    .describe(
      'What the agent should do in a run; it gets the prompt on standard input. Placeholders ' +
        'such as {{taskId}} are replaced; [[text]] is left out when a placeholder in it has no value.',
    ),
  model: PlainWord.optional().describe(
    'The model that the agent should use; passed to the command.',
  ),
  instructionsFilePath: z
    .string()
    .max(PATH_MAX)
    .nullish()
    .describe('Path of the instructions of the agent; passed to the command, which reads them.'),
  extraArgs: z
    .array(z.string().regex(/^[^\0]*$/, 'no NUL'))
    .default([])
    .describe(
      'Further arguments of the command, if the operator allows them. Never put a secret here.',
    ),
  ...processFields,
});

const boundAdapter = (name: string) =>
  adapter({
    summary:
      `The scheduler starts the command that the operator has bound to ${name} and passes the ` +
      'prompt on standard input. The configuration of an agent cannot choose the command.',
    config: boundConfig,
    secretKeys: ['env'],
    pathKeys: ['instructionsFilePath'],
    commandKeys: ['extraArgs', 'cwd', 'env'],
    destinationKeys: [],
    hasDefaultPath: true,
    example: {
      cwd: '/srv/work/checkout',
      model: 'large',
      promptTemplate: 'You are agent {{agentId}}. Reason: {{wakeReason}}. Issue: {{taskId}}.',
      instructionsFilePath: '/srv/work/checkout/AGENTS.md',
    },
  });

export const adapters = {
  claude_code: claudeCodeAdapter,
  codex: codexAdapter,
  opencode: opencodeAdapter,
  gemini_cli: geminiCliAdapter,
  alpha_local: boundAdapter('alpha_local'),
  beta_local: boundAdapter('beta_local'),
  process: adapter({
    summary:
      'The scheduler starts the program that the configuration names, without a shell and ' +
      'with empty standard input.',
    config: z.object({
      command: z
        .string()
        .regex(/^[^-\0][^\0]*$/, 'the name or path of a program')
        .describe('Name or path of the program; it is not run in a shell.'),
      args: z
        .array(z.string().regex(/^[^\0]*$/, 'no NUL'))
        .default([])
        .describe('Arguments, passed unchanged. Never put a secret here: use env.'),
      promptTemplate: selfReadPrompt,
      ...selfReadFields,
      agentsMdPath,
      ...processFields,
    }),
    secretKeys: ['env'],
    pathKeys: ['instructionsFilePath', 'agentsMdPath'],
    commandKeys: ['command', 'args', 'cwd', 'env'],
    destinationKeys: [],
    hasDefaultPath: false,
    example: {
      command: 'node',
      args: ['agent.js'],
      cwd: '/srv/work/checkout',
      timeoutSec: 1_800,
    },
  }),
  http: adapter({
    summary:
      'The agent is a web service. The scheduler calls it (POST, JSON) when there is work; a ' +
      '2xx answer accepts the run, and a POST to the finishUrl of that call ends it.',
    config: z.object({
      url: z
        .url({ protocol: /^https?$/ })
        .describe(
          'URL to call for a run: a public host, and https, unless the operator allows the host.',
        ),
      headers: z
        .record(HeaderName, HeaderValue)
        .default({})
        .describe('Headers of the call by name. Every value is stored as a secret.'),
      signingSecret: z
        .string()
        .min(16)
        .max(1_000)
        .optional()
        .describe(
          'Signs the call: Muster-Signature is t=<seconds>,v1=<hex>, the HMAC-SHA256 of ' +
            '<seconds>.<body> with this secret.',
        ),
      quotaGroup,
      timeoutSec: processFields.timeoutSec,
    }),
    secretKeys: ['headers', 'signingSecret'],
    pathKeys: [],
    commandKeys: [],
    destinationKeys: ['url', 'headers'],
    hasDefaultPath: false,
    example: { url: 'https://agents.example.com/heartbeat', timeoutSec: 1_800 },
  }),
  remote: adapter({
    summary:
      'The agent runs on a machine of its own and fetches its wake-ups with an agent key: ' +
      'GET /api/agents/me/wakes?wait=55.',
    config: z.object({
      promptTemplate: selfReadPrompt,
      ...selfReadFields,
      agentsMdPath,
      quotaGroup,
      timeoutSec: processFields.timeoutSec,
    }),
    secretKeys: [],
    pathKeys: ['instructionsFilePath', 'agentsMdPath'],
    commandKeys: [],
    destinationKeys: [],
    hasDefaultPath: false,
    example: { model: 'large', instructionsFilePath: '/home/agent/AGENTS.md', timeoutSec: 1_800 },
  }),
} as const satisfies Record<AdapterType, Adapter<z.ZodObject>>;

/** Whether the value of this adapterConfig key is visible to every process of the machine. */
export const isOnCommandLine = (type: AdapterType, key: string): boolean => {
  const { commandKeys, secretKeys } = adapterOf(type);
  return commandKeys.includes(key) && !secretKeys.includes(key);
};

/** Whether placeholders in the promptTemplate of this adapter are replaced. */
export const rendersPrompt = (type: AdapterType): boolean =>
  type === 'alpha_local' || type === 'beta_local' || isCliAgent(type);

/** Whether the program is a coding agent's whose output is known, and not the agent's own. */
export const isCliAgent = (type: AdapterType): type is CliAgentType =>
  CliAgentType.safeParse(type).success;

/** An adapter by its type, for code that treats all adapters alike. */
export const adapterOf = (type: AdapterType): Adapter<z.ZodObject> => adapters[type];

/**
 * Whether this adapterConfig key decides what runs, in which environment, or where a call goes. A
 * key of any adapter counts: it is stored for every type, and takes effect when the type changes.
 */
export const decidesWhatRuns = (key: string): boolean => keysOfBoard.has(key);

const keysOfBoard: ReadonlySet<string> = new Set(
  Object.values<Adapter<z.ZodObject>>(adapters).flatMap(
    ({ commandKeys, destinationKeys, secretKeys }) => [
      ...commandKeys,
      ...destinationKeys,
      ...secretKeys,
    ],
  ),
);
