/**
 * Where the demo's agent works, and its program as it can start it. Agents see nothing of the data
 * folder, and under root each is a user of its own: it may neither write to a folder of root, nor
 * start a Node that lies in a home.
 */
import { chmodSync, copyFileSync, existsSync, linkSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  exampleAgent,
  isExampleUsable,
  isReadByOthers,
  isRoot,
  type AgentCommand,
} from '../stack/example-agent.ts';

/** Agents see this folder of the machine. */
const SHARED_TEMPORARY = '/var/tmp';
/** Every user works in the folder, and only root takes from it what is root's. */
const ALL_WRITE = 0o1777;
const ALL_ENTER = 0o755;

/** A new folder that the agent can enter, in one that all agents see. */
export function makeAgentFolder(prefix: string, parent = sharedFolder()): string {
  const folder = mkdtempSync(join(parent, prefix));
  if (isRoot()) chmodSync(folder, ALL_ENTER);
  return folder;
}

/** On this machine, for files that last longer than a run. */
const sharedFolder = (): string => (existsSync(SHARED_TEMPORARY) ? SHARED_TEMPORARY : tmpdir());

/** Lets the agent write to its folder, whatever its user. */
export function openToAgent(folder: string): void {
  if (isRoot()) chmodSync(folder, ALL_WRITE);
}

/** An example; by other names below `folder` if agents cannot reach the original. */
export function usableAgent(folder: string, agent = exampleAgent): AgentCommand {
  if (isExampleUsable(agent)) return agent;
  const programs = join(folder, 'programs');
  mkdirSync(programs, { recursive: true, mode: ALL_ENTER });
  const [command, ...args] = agent;
  return [namedAgain(command, programs), ...args.map((path) => namedAgain(path, programs))];
}

/** By a link where the file system allows it: Node alone has more than 100 MB. */
function namedAgain(path: string, folder: string): string {
  const name = join(folder, basename(path));
  if (existsSync(name)) return name;
  if (!isReadByOthers(path) || !isLinked(path, name)) {
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
