/** What the scheduler reads from the environment beside what every service reads. */
import { isAbsolute } from 'node:path';
import { egressConfig } from '@muster/egress';
import type { BaseConfig } from '@muster/service-kit';
import { z } from 'zod';
import { faultOfCommand } from './domain/command-line.ts';

/** Where `pnpm start` puts the gateway unless told otherwise. */
const LOCAL_GATEWAY = 'http://127.0.0.1:3100';

const Word = z.string().min(1);
const BoundCommand = z.tuple([Word], z.union([Word, z.array(Word).min(1)]));

/** A command line as a JSON array: the program and its arguments, never a shell's text. */
const CommandLine = z
  .string()
  .transform((text, context) => {
    const parsed = BoundCommand.safeParse(parse(text));
    const fault = parsed.success
      ? faultOfCommand(parsed.data)
      : 'not a JSON array of strings and of lists of strings';
    if (parsed.success && fault === undefined) return parsed.data;
    context.addIssue(fault ?? '');
    return z.NEVER;
  });

const Folders = z
  .string()
  .default('')
  .transform((text) => text.split(':').filter((folder) => folder !== ''))
  .refine((folders) => folders.every((folder) => isAbsolute(folder)), 'not absolute paths');

export const schedulerConfig = z.object({
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional()
    .describe('Redis for the queue of runs; without it the queue lives in Postgres.'),
  MUSTER_API_URL: z.url({ protocol: /^https?$/ }).default(LOCAL_GATEWAY)
    .describe('Where agents reach the gateway; without /api at its end.'),
  MUSTER_RUNS_DIR: z.string().min(1).default('.muster/runs')
    .describe('Folder with a working directory for each agent whose configuration names none.'),
  ...egressConfig,
  RUN_CONCURRENCY: z.coerce.number().int().min(0).max(1_000).default(8)
    .describe('Agents that one process of the scheduler runs at a time; 0 leaves it to others.'),
  MUSTER_MAX_RUNS_PER_COMPANY: z.coerce.number().int().min(0).default(0)
    .describe('Agents of one company that run at a time; 0 is no limit.'),
  MUSTER_MAX_RUNS: z.coerce.number().int().min(0).default(0)
    .describe('Agents that all processes of the scheduler together run at a time; 0 is no limit.'),
  LEASE_SECONDS: z.coerce.number().min(1).max(3_600).default(60)
    .describe('A run whose worker is silent for this long is lost.'),
  WAKE_SWEEP_MS: z.coerce.number().int().min(20).max(60_000).default(1_000)
    .describe('How often due schedules, waiting wake-ups and expired leases are looked for.'),
  DRAIN_SECONDS: z.coerce.number().min(0).max(20).default(18)
    .describe('How long a process that is told to stop lets its agents finish.'),
  MUSTER_ALPHA_LOCAL_COMMAND: CommandLine.optional().describe(
    'Command of the alpha_local adapter, a JSON array; without it those agents fail. A list ' +
      'inside is left out where its placeholder has no value: `["cli",["--resume",' +
      '"{{sessionId}}"]]`. `"{{extraArgs}}"` lets agents have arguments of their own.',
  ),
  MUSTER_BETA_LOCAL_COMMAND: CommandLine.optional()
    .describe('Command of the beta_local adapter, in the same way.'),
  MUSTER_LOCAL_ROOTS: Folders.describe(
    'Folders, with colons between them, that the cwd and the instructions of agents which are ' +
      'started here must lie in, links followed; without any they may lie anywhere.',
  ),
});

export type SchedulerConfig = z.output<typeof schedulerConfig> & BaseConfig;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
