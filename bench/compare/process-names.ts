/** What the processes of a system are called in the tables, told from their command lines. */
import { basename } from 'node:path';

export const LAUNCHER = 'launcher';
/** Programs of agents: they have ended when they are counted, as children of a runner. */
export const AGENTS = 'agent processes';

const PROGRAMS = ['gateway', 'agents', 'issues', 'approvals', 'billing', 'scheduler', 'runner'];
/** Checkouts without a runner start agents in the scheduler. */
const STARTS_AGENTS = ['runner', 'scheduler'];
const SERVERS = new Map([
  ['postgres', 'postgres'],
  ['nats-server', 'nats'],
  ['redis-server', 'redis'],
  ['valkey-server', 'redis'],
]);
/** The program that runs all services of `start` in one process. */
const TOGETHER = 'services.ts';
const SHELLS = ['sh', 'bash', 'dash'];

/** The name of a process that the launcher has started. */
export function programName(command: readonly string[]): string {
  const [first = '', ...args] = command;
  // Servers write what they do into their command line: `postgres: checkpointer`.
  const program = basename(first.split(/[\s:]/, 1)[0] ?? '');
  const server = SERVERS.get(program);
  if (server !== undefined) return server;
  if (program === '' || SHELLS.includes(program)) return LAUNCHER;
  const parts = args.flatMap((arg) => arg.split('/'));
  if (parts.includes(TOGETHER)) return 'services';
  // The last one: a folder on the way there may have such a name too.
  return parts.findLast((part) => PROGRAMS.includes(part)) ?? program;
}

/** Under which name the ended children of a process are counted. */
export const endedName = (name: string): string => (STARTS_AGENTS.includes(name) ? AGENTS : name);
