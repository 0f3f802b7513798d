/** The scheduler's own environment variables. */
import { ExampleAgent } from '@muster/contracts';
import { egressConfig } from '@muster/egress';
import { redisConfig, retentionDays, RunTokenKey, type BaseConfig } from '@muster/service-kit';
import { z } from 'zod';
import { faultsOfSwitches } from './domain/adapter-switches.ts';
import { PriceFile } from './price-list.ts';
import { RunnerList } from './runner-list.ts';
import { commandFault } from './domain/command-line.ts';

/** Where `pnpm start` runs the gateway by default. */
const LOCAL_GATEWAY = 'http://127.0.0.1:3100';

const Word = z.string().min(1);
const BoundCommand = z.tuple([Word], z.union([Word, z.array(Word).min(1)]));

/** A command line as a JSON array of the program and its arguments; no shell parses it. */
const CommandLine = z.string().transform((text, context) => {
  const parsed = BoundCommand.safeParse(parse(text));
  const fault = parsed.success
    ? commandFault(parsed.data)
    : 'not a JSON array of strings and of lists of strings';
  if (parsed.success && fault === undefined) return parsed.data;
  context.addIssue(fault ?? '');
  return z.NEVER;
});

/** The program at an absolute path: no folder that an agent works in decides which one it is. */
const InstalledProgram = z.string().transform((text, context): readonly [string, ...string[]] => {
  const parsed = z.tuple([Word.startsWith('/')], Word).safeParse(parse(text));
  if (parsed.success) return parsed.data;
  context.addIssue('not a JSON array of strings that begins with an absolute path');
  return z.NEVER;
});

const ExampleAgentText = z.string().transform((text, context): ExampleAgent => {
  const parsed = ExampleAgent.safeParse(parse(text));
  if (parsed.success) return parsed.data;
  context.addIssue('not a JSON object with adapterType and adapterConfig');
  return z.NEVER;
});

export const schedulerConfig = z.object({
  ...redisConfig('the queue of runs; without it the queue is in Postgres.'),
  MUSTER_API_URL: z
    .url({ protocol: /^https?$/ })
    .default(LOCAL_GATEWAY)
    .describe(
      'Address at which agents on a runner reach the gateway, without /api at its end: ' +
        'their SERVICE_API_URL.',
    ),
  MUSTER_PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Public address of the installation: the SERVICE_API_URL of agents that run elsewhere (http, ' +
        'remote); default: MUSTER_API_URL.',
    ),
  MUSTER_RUN_TOKEN_KEY: RunTokenKey.describe(
    'Signs the tokens of runs: an Ed25519 private key, PKCS #8 in base64.',
  ),
  MUSTER_RUNNERS: RunnerList.default([]).describe(
    'The runners that start the programs of agents, a JSON array: `[{"name":"pool-0",' +
      '"address":"host:7300","keyFile":"/…","labels":["gpu"],"companies":["<company id>"]}]`. ' +
      'Without `companies` a runner serves every company; with `labels` it takes only agents that ' +
      'ask for one of them (`runtimeConfig.runner`). Without any runner, local agents do not run.',
  ),
  ...egressConfig,
  RUN_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000)
    .default(8)
    .describe(
      'Runs that one process of the scheduler starts at a time, and as many again that it may adopt ' +
        'from other processes; 0: this process runs no agents.',
    ),
  MUSTER_MAX_RUNS_PER_COMPANY: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .describe('Runs of one company at a time; 0 is no limit.'),
  MUSTER_MAX_RUNS: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .describe('Local runs at a time in all processes of the scheduler together; 0 is no limit.'),
  LEASE_SECONDS: z.coerce
    .number()
    .min(1)
    .max(3_600)
    .default(60)
    .describe('Lease of a run: a run whose worker is silent for this long is lost.'),
  RESULT_SECONDS: z.coerce
    .number()
    .min(0.1)
    .max(600)
    .default(30)
    .describe(
      'How long the program of a coding agent may stay after its result; with tasks in the background, ten minutes.',
    ),
  RESUME_SECONDS: z.coerce
    .number()
    .min(0.1)
    .max(600)
    .default(60)
    .describe(
      'How long the program of a coding agent may print nothing when it resumes a session, which is dropped then.',
    ),
  WAKE_SWEEP_MS: z.coerce
    .number()
    .int()
    .min(20)
    .max(60_000)
    .default(1_000)
    .describe('Interval of the sweep for due timers, waiting wake-ups and expired leases.'),
  DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .max(20)
    .default(18)
    .describe(
      'Time that a stopping process gives called agents (http) to answer; runs on runners go on.',
    ),
  RETENTION_RUNS_DAYS: retentionDays(
    90,
    'Days for which runs and their logs are kept after their end. Costs, comments and activity stay.',
  ),
  RETENTION_WAKEUPS_DAYS: retentionDays(
    30,
    'Days for which it is known why an agent was woken, or was not; not before a wake-up has done its work. An event that is older, and older than a day, wakes nobody.',
  ),
  MUSTER_ADAPTERS: z
    .string()
    .default('claude_code,codex,opencode,gemini_cli,alpha_local,beta_local')
    .superRefine((text, context) => {
      for (const fault of faultsOfSwitches(text)) context.addIssue(fault);
    })
    .describe(
      'Adapters that may start programs, separated by commas, for all companies or for some: ' +
        '`alpha_local,process=<company id>|<company id>`. `process` starts any program that the ' +
        'board of a company names. http and remote start none and are always on.',
    ),
  MUSTER_EXAMPLE_AGENT: ExampleAgentText.optional().describe(
    'An agent that works here without a key of any model provider, which instance admins are offered ' +
      'as their first: `{"adapterType":"process","adapterConfig":{"command":"…"}}`.',
  ),
  MUSTER_ALPHA_LOCAL_COMMAND: CommandLine.optional().describe(
    'Command of the alpha_local adapter, a JSON array; without it runs of those agents fail. A ' +
      'nested list is omitted if its placeholder has no value: `["cli",["--resume",' +
      '"{{sessionId}}"]]`. `"{{extraArgs}}"` accepts arguments from the configuration of agents.',
  ),
  MUSTER_BETA_LOCAL_COMMAND: CommandLine.optional().describe(
    'Command of the beta_local adapter, in the same form.',
  ),
  MUSTER_CLAUDE_CODE_COMMAND: InstalledProgram.optional().describe(
    'The program of the claude_code adapter on the machine of the runners, a JSON array that begins ' +
      'with its absolute path: `["/opt/cli/bin/claude"]`. Without it runs of those agents fail.',
  ),
  MUSTER_CODEX_COMMAND: InstalledProgram.optional().describe(
    'The program of the codex adapter, in the same form: `["/opt/cli/bin/codex"]`.',
  ),
  MUSTER_OPENCODE_COMMAND: InstalledProgram.optional().describe(
    'The program of the opencode adapter, in the same form: `["/opt/cli/bin/opencode"]`.',
  ),
  MUSTER_GEMINI_CLI_COMMAND: InstalledProgram.optional().describe(
    'The program of the gemini_cli adapter, in the same form: `["/opt/cli/bin/gemini"]`.',
  ),
  MUSTER_CLI_FREEDOM: z
    .enum(['workspace', 'full'])
    .default('workspace')
    .describe(
      'How far the programs of coding agents may go without asking. `workspace`: they change files ' +
        'of their workspace, and run commands in a sandbox of their own, which needs bubblewrap and ' +
        'socat, or none where they have no sandbox (opencode, gemini_cli). `full`: they ask for ' +
        'nothing, and the isolation of the runner is what holds them.',
    ),
  MUSTER_PRICES_FILE: PriceFile.optional().describe(
    'Path of a file with the prices of models, which replaces services/scheduler/prices.json and has ' +
      'its form. They are for estimates: where a program names no price, or a list price under a flat ' +
      'plan. A model that is in neither has an unknown price.',
  ),
});

export type SchedulerConfig = z.output<typeof schedulerConfig> & BaseConfig;

/** The kit has read it by the schema above, and passes it on without its type. */
export const schedulerConfigOf = ({ config }: { readonly config: object }): SchedulerConfig =>
  config as SchedulerConfig;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
