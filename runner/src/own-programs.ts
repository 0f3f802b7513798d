/**
 * Programs of agents that no scheduler asks for: those of a remote agent on this machine. They are isolated as a
 * runner isolates, and end when their lease is not renewed.
 */
import { isAbsolute } from 'node:path';
import { egressOptionsOf, openEgress } from '@muster/egress';
import type { IsolationName } from '@muster/runner-protocol';
import { chooseIsolation } from './isolation/choose-isolation.ts';
import type { Isolation } from './isolation/isolation.ts';
import { openJournal, type Journal } from './runs/journal.ts';
import { ownFolder } from './runs/own-folder.ts';
import { startProgram, type ProgramStart, type RunningProgram } from './runs/start-program.ts';
import { openSupervisor } from './supervisor/supervisor.ts';

export type { ProgramStart, RunningProgram } from './runs/start-program.ts';
export { IsolationUnavailable } from './isolation/isolation.ts';

export interface OwnPrograms {
  /** One line that says what keeps the programs apart from the rest of this machine. */
  readonly isolation: string;
  start(start: ProgramStart): RunningProgram;
  /** Programs that still run are ended. */
  close(): void;
}

export interface OwnSettings {
  /** Holds the homes of the agents; absolute. */
  readonly runsDir: string;
  /** The strongest that works here where none is asked for. */
  readonly isolation?: IsolationName | undefined;
  /** What no program may see; absolute. */
  readonly hide: readonly string[];
  /** The folders in which the programs may work besides their homes; absolute. */
  readonly folders: readonly string[];
}

/** It clones no repositories, so it calls nobody. */
const NO_EGRESS = {
  MUSTER_EGRESS_ALLOW: '',
  MUSTER_EGRESS_PROXY_RESOLVES: 'false',
  NO_PROXY: '',
} as const;

/** Above the users of the system, and as a runner has them unless it is told otherwise. */
const UIDS = { first: 200_000, last: 265_535 };

/** @throws IsolationUnavailable where the isolation that is asked for does not work here */
export async function openOwnPrograms(settings: OwnSettings): Promise<OwnPrograms> {
  const { runsDir, hide, folders } = settings;
  if (!isAbsolute(runsDir)) throw new Error(`${runsDir} is no absolute path`);
  const isolation = await chooseIsolation(settings.isolation, {
    runsDir,
    hide,
    uids: UIDS,
    loopbackPorts: [],
  });
  ownFolder(runsDir);
  const journal = openJournal(runsDir);
  await endFormer(isolation, journal);
  const supervisor = openSupervisor(isolation.launcher);
  const egress = openEgress(egressOptionsOf(NO_EGRESS));
  const parts = {
    isolation,
    supervisor,
    journal,
    roots: isolation.name === 'none' ? null : [...folders],
    egress,
    // It stays in the journal, and the next start ends it.
    onEndFailure: () => undefined,
  };
  return {
    isolation: isolation.describe,
    start: (start) => startProgram(parts, start),
    close: supervisor.close,
  };
}

/** What one that was killed has left running. */
async function endFormer(isolation: Isolation, journal: Journal): Promise<void> {
  for (const { runId, entry } of journal.entries()) {
    await isolation.end(entry.folders, entry.leader);
    journal.remove(runId);
  }
}
