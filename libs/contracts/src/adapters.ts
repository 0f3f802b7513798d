/**
 * The adapters: how an agent of each type is started, and what its adapterConfig may say. The
 * schemas are what the scheduler parses before a start and what the texts for agents are written
 * from. A configuration is kept whole when it is saved; keys that no schema knows are kept too and
 * never looked at.
 */
import { z } from 'zod';
import type { AdapterType } from './vocabulary.ts';

const DAY_SECONDS = 86_400;
/** An agent that does not say how long it may take gets a quarter of an hour. */
const TIMEOUT_SECONDS = 900;
const GRACE_SECONDS = 15;
const GRACE_MAX_SECONDS = 300;
/** Longest path that any system takes. */
const PATH_MAX = 4_096;

const VariableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/);

/** What makes a message, and what is ours to say in it, is not an agent's to set. */
const reserved = new RegExp(
  '^(?:host|connection|keep-alive|te|trailer|upgrade|expect|traceparent)$|' +
    '^(?:content|transfer|proxy|muster)-',
  'i',
);
const HeaderName = z.string().regex(/^[!#$%&'*+.^_`|~\w-]+$/, 'the name of a header')
  .refine((name) => !reserved.test(name), { error: 'a header that may be set' });
const HeaderValue = z.string().max(8_192).regex(/^[^\0\r\n]*$/, 'one line');

/** What every adapter that starts a process here understands. */
const local = {
  cwd: z.string().min(1).max(PATH_MAX).nullish()
    .describe(
      'Folder that the agent works in; it has to exist, inside the roots of the operator where ' +
        'there are some. Without it the agent has its own.',
    ),
  env: z.record(VariableName, z.string()).default({})
    .describe('Environment variables by name. Every value is kept as a secret.'),
  timeoutSec: z.number().positive().max(DAY_SECONDS).default(TIMEOUT_SECONDS)
    .describe('Seconds that one run may take.'),
  graceSec: z.number().min(0).max(GRACE_MAX_SECONDS).default(GRACE_SECONDS)
    .describe('Seconds between asking a run to end (SIGTERM) and ending it (SIGKILL).'),
};

/** What is kept for the agent, which reads it in its own record; nothing here acts on it. */
const ownReading = {
  model: z.string().optional()
    .describe('The model that the agent is to use; the agent reads it in its own record.'),
  instructionsFilePath: z.string().max(PATH_MAX).nullish()
    .describe('Where the instructions of the agent lie. Kept as text: the server opens no file.'),
};
const agentsMdPath = z.string().max(PATH_MAX).nullish()
  .describe('Where the AGENTS.md of the agent lies. Kept as text: the server opens no file.');
const promptForReading = z.string().optional()
  .describe('What the agent is to do in a run; the agent reads it in its own record.');

/** A word that a program cannot take for one of its options. */
const PlainWord = z.string().max(200).regex(/^[^-\s\p{Cc}][^\p{Cc}]*$/u, 'a name');

const bound = z.object({
  promptTemplate: z.string().default('').describe(
    'What the agent is to do in a run; it arrives on standard input. Placeholders such as ' +
      '{{taskId}} are replaced.',
  ),
  model: PlainWord.optional()
    .describe('The model that the agent is to use; the command is told of it.'),
  instructionsFilePath: z.string().max(PATH_MAX).nullish()
    .describe('Where the instructions of the agent lie; the command is told of it and reads them.'),
  extraArgs: z.array(z.string().regex(/^[^\0]*$/, 'no NUL')).default([]).describe(
    'Further arguments of the command, where its operator takes some. Never put a secret here.',
  ),
  ...local,
});

export const LocalLimits = z.object({
  timeoutSec: local.timeoutSec.catch(TIMEOUT_SECONDS),
  graceSec: local.graceSec.catch(GRACE_SECONDS),
});

/** What is carried out elsewhere is not asked to end; it is refused. */
export const ElsewhereLimits = LocalLimits.pick({ timeoutSec: true });

interface Adapter<Config extends z.ZodObject> {
  readonly summary: string;
  readonly config: Config;
  /** Values that are secret whatever they look like: a text, or each value of an object. */
  readonly secretKeys: readonly KeyOf<Config>[];
  /** Values that are paths. The first is the one that `instructions-path` means by default. */
  readonly pathKeys: readonly KeyOf<Config>[];
  /** What decides which program runs on the scheduler's machine, and how. */
  readonly commandKeys: readonly KeyOf<Config>[];
  /** Whether a caller of `instructions-path` need not say which key is meant. */
  readonly hasDefaultPath: boolean;
  /** A configuration that works. */
  readonly example: z.input<Config>;
}
type KeyOf<Config extends z.ZodObject> = keyof z.output<Config> & string;

const adapter = <Config extends z.ZodObject>(spec: Adapter<Config>): Adapter<Config> => spec;

const boundAdapter = (name: string) =>
  adapter({
    summary: `The scheduler starts the command that its operator has bound to ${name} and gives ` +
      'it the prompt on standard input. The configuration of an agent never says what is run.',
    config: bound,
    secretKeys: ['env'],
    pathKeys: ['instructionsFilePath'],
    commandKeys: ['extraArgs', 'cwd', 'env'],
    hasDefaultPath: true,
    example: {
      cwd: '/srv/work/checkout',
      model: 'large',
      promptTemplate: 'You are agent {{agentId}}. Reason: {{wakeReason}}. Issue: {{taskId}}.',
      instructionsFilePath: '/srv/work/checkout/AGENTS.md',
    },
  });

export const adapters = {
  alpha_local: boundAdapter('alpha_local'),
  beta_local: boundAdapter('beta_local'),
  process: adapter({
    summary: 'The scheduler starts the program that the configuration names, without a shell and ' +
      'with nothing on standard input.',
    config: z.object({
      command: z.string().regex(/^[^-\0][^\0]*$/, 'the name or path of a program')
        .describe('Name or path of the program; no shell reads it.'),
      args: z.array(z.string().regex(/^[^\0]*$/, 'no NUL')).default([])
        .describe('Arguments, each as it is. Never put a secret here: use env.'),
      promptTemplate: promptForReading,
      ...ownReading,
      agentsMdPath,
      ...local,
    }),
    secretKeys: ['env'],
    pathKeys: ['instructionsFilePath', 'agentsMdPath'],
    commandKeys: ['command', 'args', 'cwd', 'env'],
    hasDefaultPath: false,
    example: {
      command: 'node', args: ['agent.js'], cwd: '/srv/work/checkout', timeoutSec: 1_800,
    },
  }),
  http: adapter({
    summary: 'The agent is a web service. It is called (POST, JSON) when it has something to do; ' +
      'an answer of 2xx takes the run, and finishUrl of what it was sent ends it.',
    config: z.object({
      url: z.url({ protocol: /^https?$/ }).describe(
        'Address that is called for a run: public, and https unless the operator allows its host.',
      ),
      headers: z.record(HeaderName, HeaderValue).default({})
        .describe('Headers of the call by name. Every value is kept as a secret.'),
      signingSecret: z.string().min(16).max(1_000).optional().describe(
        'With it the call is signed: Muster-Signature is t=<seconds>,v1=<hex>, the HMAC-SHA256 ' +
          'of <seconds>.<body> by this secret.',
      ),
      timeoutSec: local.timeoutSec,
    }),
    secretKeys: ['headers', 'signingSecret'],
    pathKeys: [],
    commandKeys: [],
    hasDefaultPath: false,
    example: { url: 'https://agents.example.com/heartbeat', timeoutSec: 1_800 },
  }),
  remote: adapter({
    summary: 'The agent runs somewhere else, by itself, and fetches its wake-ups with a key of ' +
      'its own: GET /api/agents/me/wakes?wait=55.',
    config: z.object({
      promptTemplate: promptForReading, ...ownReading, agentsMdPath, timeoutSec: local.timeoutSec,
    }),
    secretKeys: [],
    pathKeys: ['instructionsFilePath', 'agentsMdPath'],
    commandKeys: [],
    hasDefaultPath: false,
    example: { model: 'large', instructionsFilePath: '/home/agent/AGENTS.md', timeoutSec: 1_800 },
  }),
} as const satisfies Record<AdapterType, Adapter<z.ZodObject>>;

/** Whether every process of the machine sees what stands under this key of an adapterConfig. */
export const isOnCommandLine = (type: AdapterType, key: string): boolean => {
  const { commandKeys, secretKeys } = adapterOf(type);
  return commandKeys.includes(key) && !secretKeys.includes(key);
};

/** Whether placeholders of its promptTemplate are replaced. */
export const rendersPrompt = (type: AdapterType): boolean =>
  type === 'alpha_local' || type === 'beta_local';

/** The table as its readers go through it: every adapter alike. */
export const adapterOf = (type: AdapterType): Adapter<z.ZodObject> => adapters[type];
