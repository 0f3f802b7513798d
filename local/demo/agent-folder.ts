/**
 * Where the demo's agent works, and its program as it can start it. Agents see nothing of the data
 * folder, and under root each is a user of its own: it may neither write to a folder of root, nor
 * start a Node that lies in a home.
 */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const EXAMPLE = fileURLToPath(new URL('../../examples/agent/agent.mjs', import.meta.url));
/** Agents have these folders of their own, so that they do not see what lies in the machine's. */
const OWN_FOLDERS = ['/tmp', '/dev/shm', '/run'];
/** And they see this folder of the machine. */
const SHARED_TEMPORARY = '/var/tmp';
/** Every user works in the folder, and only root takes from it what is root's. */
const ALL_WRITE = 0o1777;
const ALL_ENTER = 0o755;
const OTHERS_READ = 0o004;
const OTHERS_ENTER = 0o001;

/** The program and its arguments. */
export type AgentCommand = readonly [command: string, ...args: string[]];

/** The example as it lies in this checkout, run by this Node. */
export const exampleAgent: AgentCommand = [process.execPath, EXAMPLE];

const isRoot = (): boolean => process.getuid?.() === 0;

/** A new folder that the agent can enter. */
export function makeAgentFolder(prefix: string): string {
  const parent = existsSync(SHARED_TEMPORARY) ? SHARED_TEMPORARY : tmpdir();
  const folder = mkdtempSync(join(parent, prefix));
  if (isRoot()) chmodSync(folder, ALL_ENTER);
  return folder;
}

/** Lets the agent write to its folder, whatever its user. */
export function openToAgent(folder: string): void {
  if (isRoot()) chmodSync(folder, ALL_WRITE);
}

/** The example; by other names below `folder` if agents cannot reach the original. */
export function usableAgent(folder: string): AgentCommand {
  const isUsable = exampleAgent.every(
    (path) => !isHiddenFromAgents(path) && (!isRoot() || isOpenToAll(path)),
  );
  if (isUsable) return exampleAgent;
  const programs = join(folder, 'programs');
  mkdirSync(programs, { recursive: true, mode: ALL_ENTER });
  return [namedAgain(process.execPath, programs), namedAgain(EXAMPLE, programs)];
}

/** By a link where the file system allows it: Node alone has more than 100 MB. */
function namedAgain(path: string, folder: string): string {
  const name = join(folder, basename(path));
  if (existsSync(name)) return name;
  if (!hasMode(path, OTHERS_READ) || !isLinked(path, name)) {
    copyFileSync(path, name);
    chmodSync(name, ALL_ENTER);
  }
  return name;
}

function isLinked(path: string, name: string): boolean {
  try {
    linkSync(path, name);
    return true;
  } catch {
    return false;
  }
}

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
