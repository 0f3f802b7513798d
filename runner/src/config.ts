/** The runner's environment variables. It has no others: no database, no NATS, no secret but its key. */
import { isAbsolute } from 'node:path';
import { egressConfig } from '@muster/egress';
import { IsolationName } from '@muster/runner-protocol';
import { z } from 'zod';
import { DRAIN_SECONDS_MAX } from './stop-time.ts';

const Port = z.coerce.number().int().min(0).max(65_535);
const Path = z.string().refine((path) => isAbsolute(path), 'not an absolute path');

/** Separated by colons. */
const Paths = z
  .string()
  .default('')
  .transform((text) => text.split(':').filter((path) => path !== ''))
  .refine((paths) => paths.every((path) => isAbsolute(path)), 'not absolute paths');

/** `first-last`, both included. */
const UserIds = z
  .string()
  .regex(/^\d{1,10}-\d{1,10}$/, 'not a range such as 200000-265535')
  .default('200000-265535')
  .transform((text) => {
    const [first = 0, last = 0] = text.split('-').map(Number);
    return { first, last };
  })
  .refine(({ first, last }) => first >= 1_000 && first < last, 'not above the users of the system');

/** Separated by commas. */
const Ports = z
  .string()
  .regex(/^(\d{1,5}(,\d{1,5})*)?$/, 'not ports separated by commas')
  .default('')
  .transform((text) => text.split(',').filter(Boolean).map(Number))
  .refine((ports) => ports.every((port) => port >= 1 && port <= 65_535), 'not ports');

export const runnerConfig = z.object({
  RUNNER_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address at which schedulers reach the runner.'),
  RUNNER_PORT: Port.default(7_300).describe('Port for schedulers; 0 takes a free one.'),
  MUSTER_RUNNER_KEY_FILE: Path.describe(
    'File with the pre-shared key of this runner: 32 random bytes in base64url.',
  ),
  MUSTER_RUNNER_KEY_PREVIOUS_FILE: Path.optional().describe(
    'File with a second key that is believed while the key is rotated; it may be missing.',
  ),
  MUSTER_RUNS_DIR: Path.describe(
    'Folder with the homes of agents. It needs to last: sessions and workspaces are in it.',
  ),
  MUSTER_ISOLATION: IsolationName.optional().describe(
    'What keeps agents apart: `user`, `sandbox` or `none`. Without it the runner takes the ' +
      'strongest that works on its machine.',
  ),
  MUSTER_RUNNER_UIDS: UserIds.describe(
    'Numbers for the users of agents and the groups of companies under `user`, such as ' +
      '`200000-265535`; nothing else on the machine may use them.',
  ),
  MUSTER_RUNNER_RUNS: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(1_000)
    .describe(
      'Programs that the runner keeps at a time, each of which takes some memory; the last quarter is ' +
        'for companies that have none here.',
    ),
  MUSTER_RUNNER_HIDE: Paths.describe(
    'Folders and files, separated by colons, that no program may see; sandboxes hide them.',
  ),
  MUSTER_RUNNER_LOOPBACK_PORTS: Ports.describe(
    "Ports of this machine's loopback, separated by commas, that programs reach where each company " +
      "has a network of its own, such as a local model's; the gateway's is among them anyway.",
  ),
  MUSTER_LOCAL_ROOTS: Paths.describe(
    'Folders, separated by colons, that have to contain the cwd and the instructions of agents, ' +
      'links followed. Without any, every folder is allowed; under `sandbox` none, so that agents ' +
      'work in their homes.',
  ),
  MUSTER_EGRESS_ALLOW: egressConfig.MUSTER_EGRESS_ALLOW.describe(
    'Hosts and networks, separated by commas, from which repositories may be cloned although they are ' +
      'private or without https, such as `git.internal,10.20.0.0/16`.',
  ),
  MUSTER_EGRESS_PROXY_RESOLVES: egressConfig.MUSTER_EGRESS_PROXY_RESOLVES.describe(
    'Whether HTTPS_PROXY gets the names of the hosts of repositories and resolves them, as where this ' +
      'network has no DNS for the internet.',
  ),
  HTTPS_PROXY: egressConfig.HTTPS_PROXY.describe(
    'Proxy (CONNECT) for clones of repositories, which the programs of agents get as HTTPS_PROXY, too; no ' +
      'configuration of an agent may set it. They can read it, credentials included.',
  ),
  NO_PROXY: z
    .string()
    .optional()
    .describe(
      'Hosts that clones and programs reach without HTTPS_PROXY, the gateway among them where its address is https.',
    ),
  NODE_EXTRA_CA_CERTS: Path.optional().describe(
    'File with further authorities, which the users of agents can read: programs get it too.',
  ),
  DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .max(DRAIN_SECONDS_MAX)
    .default(18)
    .describe('Time that a stopping runner gives its agents to finish.'),
  OPS_HOST: z.string().default('127.0.0.1').describe('Address that the ops server listens on.'),
  OPS_PORT: Port.default(0).describe('Port of /livez, /readyz and /metrics; 0 takes a free one.'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Lowest level that is logged.'),
});

export type RunnerConfig = z.output<typeof runnerConfig>;
