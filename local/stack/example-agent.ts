/**
 * The agents of `examples/agent` and `examples/foreman`, as agents can start it. They see nothing of the data folder, and under
 * root each is a user of its own, which may not start a Node that lies in a home.
 */
import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const EXAMPLE = fileURLToPath(new URL('../../examples/agent/agent.mjs', import.meta.url));
const FOREMAN = fileURLToPath(new URL('../../examples/foreman/foreman.mjs', import.meta.url));
/** Agents have these folders of their own, so that they do not see what lies in the machine's. */
const OWN_FOLDERS = ['/tmp', '/dev/shm', '/run'];
const OTHERS_READ = 0o004;
const OTHERS_ENTER = 0o001;

/** The program and its arguments. */
export type AgentCommand = readonly [command: string, ...args: string[]];

/** The example as it lies in this checkout, run by this Node. */
export const exampleAgent: AgentCommand = [process.execPath, EXAMPLE];

/** One that splits its work and has it reviewed, and those who do the parts. */
export const foremanAgent: AgentCommand = [process.execPath, FOREMAN];

export const isRoot = (): boolean => process.getuid?.() === 0;

/** Whether agents reach the original. */
export const isExampleUsable = (agent = exampleAgent): boolean =>
  agent.every((path) => !isHiddenFromAgents(path) && (!isRoot() || isOpenToAll(path)));

/** The setting of the scheduler that offers it; none if agents do not reach it. */
export function exampleSetting(): Record<string, string> {
  if (!isExampleUsable()) return {};
  const [command, ...args] = exampleAgent;
  const agent = { adapterType: 'process', adapterConfig: { command, args } };
  return { MUSTER_EXAMPLE_AGENT: JSON.stringify(agent) };
}

export const isReadByOthers = (path: string): boolean => hasMode(path, OTHERS_READ);

function isOpenToAll(path: string): boolean {
  if (!hasMode(path, OTHERS_READ)) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!hasMode(folder, OTHERS_ENTER)) return false;
    if (folder === dirname(folder)) return true;
  }
}

function isHiddenFromAgents(path: string): boolean {
  const real = realpathSync(path);
  return OWN_FOLDERS.some((folder) => real.startsWith(`${folder}/`));
}

const hasMode = (path: string, bit: number): boolean => (statSync(path).mode & bit) !== 0;
