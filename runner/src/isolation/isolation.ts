/**
 * What keeps the programs of agents apart. An implementation prepares folders for each agent, and
 * wraps whatever runs there. The runner itself never touches an agent's folders: a link can move
 * between a look and a use, so even looking is done by a program that is the agent already.
 */
import type { IsolationName } from '@muster/runner-protocol';
import type { SandboxUse } from '../command.ts';
import type { ClosedFolders, OfRunner } from './closed-folders.ts';

export interface AgentKey {
  readonly companyId: string;
  readonly agentId: string;
}

/** The folders of an agent as its programs see them, and the user that they run as. */
export interface AgentFolders extends AgentKey {
  /** Its own, 0700; kept as long as the agent. */
  readonly home: string;
  /** In its home: where it works unless its configuration names a folder. */
  readonly workspace: string;
  readonly tmp: string;
  /** Undefined where programs run as the runner's own user. */
  readonly user?: { readonly uid: number; readonly gid: number };
  /** Of its company. Undefined where programs are in the network of the runner. */
  readonly network?: Network;
}

/** What a program needs to be in the network of its company. */
export interface Network {
  /** The command before that of the program. */
  readonly enter: readonly [string, ...string[]];
  /** A file in the place of /etc/resolv.conf, where that one names a server on the loopback. */
  readonly resolvConf?: string;
}

/** A command line that the supervisor starts as it is. */
export interface Wrapped {
  readonly command: readonly [string, ...string[]];
  /** Where the wrapper itself starts; it changes to the folder of the program. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** What the first process of the command does of the program's sandbox, if it has one. */
  readonly sandbox?: SandboxUse;
  /** The command waits at the gate itself, as the agent. */
  readonly isGated?: boolean;
  /** A folder of the agent that is made before it begins, in a folder that is there. */
  readonly makes?: string | undefined;
}

/** A process of this machine that cannot be confused with a later one of the same number. */
export interface Leader {
  readonly pid: number;
  /** When it started, by the kernel's clock, and in which boot. */
  readonly startedAt: string;
}

export interface Isolation {
  readonly name: IsolationName;
  /** One line that says what it does on this machine, and what it cannot hold here. */
  readonly describe: string;
  /** What the wrappers refuse as `cwd` and as `shown`. */
  readonly closed: ClosedFolders;
  /**
   * Makes the folders of an agent where they are missing, and the network of its company. `apiUrl`
   * is the SERVICE_API_URL of its program, which has to be reached from there.
   */
  prepare(agent: AgentKey, apiUrl?: string): Promise<AgentFolders>;
  /**
   * What starts the process that starts the programs of runs. What it takes from that process, it
   * takes from all of them, so that no wrapper has to at each start.
   */
  readonly launcher: readonly string[];
  /**
   * For what is started once, or beside a run. `cwd` as the program sees it. `env` is complete.
   * `shown`: folders outside of its home that the program is to see besides `cwd`. Throws
   * FolderNotAllowed for one that is closed.
   */
  wrap(folders: AgentFolders, program: Wrapped, shown?: readonly string[]): Wrapped;
  /**
   * For the program of a run, below the launcher. It may get the sandbox of the agent's run before,
   * in which nothing of that run is left.
   */
  wrapRun(folders: AgentFolders, program: Wrapped, shown?: readonly string[]): Promise<Wrapped>;
  /**
   * Ends all processes of the agent, however they forked; resolves when there are none. `leader`
   * leads the process group of the agent's last program, if it has begun.
   */
  end(folders: AgentFolders, leader?: Leader): Promise<void>;
}

export interface IsolationSettings extends OfRunner {
  /** Numbers for users and groups that no one else uses on this machine. */
  readonly uids: { readonly first: number; readonly last: number };
  /** Ports of the machine's loopback, besides the gateway's, that every company reaches. */
  readonly loopbackPorts: readonly number[];
}

/** This machine lacks what the isolation needs; the message says what. */
export class IsolationUnavailable extends Error {}
