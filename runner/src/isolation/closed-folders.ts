/**
 * Folders in which no agent works, whoever names them and under every isolation: a sandbox shows an
 * agent's folder writable, so one of these would take the sandbox's own place or lead out of it.
 * Links are followed by the runner, at the moment in which the folder is shown.
 */
import { realpathSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { dirname, isAbsolute, relative } from 'node:path';

/** The kernel's, and sockets of the system's services: nothing in them is a place to work either. */
const OF_SYSTEM = ['/proc', '/sys', '/dev', '/run'];
const SHARED = '/tmp';
const HOME_OF_ROOT = '/root';
const HOMES = '/home';
const NEXT_STEP = 'Name another folder, or leave adapterConfig.cwd out';

export class FolderNotAllowed extends Error {}

export interface ClosedFolders {
  /**
   * The folder with its links followed, as it may be shown; undefined if it is missing, or in the
   * agent's home, where links are the agent's and are not followed.
   *
   * @throws FolderNotAllowed that says which rule is against it
   */
  open(folder: string, agent: { readonly home: string }): string | undefined;
}

/** Folders and files of the runner, absolute. */
export interface OfRunner {
  /** Holds the homes. */
  readonly runsDir: string;
  /** What no program may see. They may be made later. */
  readonly hide: readonly string[];
  /** Its code, which programs see. */
  readonly code?: readonly string[];
}

export const closedFolders = ({ runsDir, hide, code }: OfRunner): ClosedFolders => ({
  open(folder, { home }) {
    if (isInside(folder, home)) return undefined;
    const real = realPathOf(folder);
    if (real !== undefined && isInside(real, home)) return undefined;
    const against = ruleAgainst(real ?? folder, [runsDir, ...hide, ...(code ?? [])]);
    if (against === undefined) return real;
    throw new FolderNotAllowed(`No agent works in ${folder}: ${against}. ${NEXT_STEP}`);
  },
});

/** @param folder real */
function ruleAgainst(folder: string, ofRunner: readonly string[]): string | undefined {
  const holds = (path: string): boolean => isInside(realPathOf(path) ?? path, folder);
  const touches = (path: string): boolean =>
    holds(path) || isInside(folder, realPathOf(path) ?? path);
  if (dirname(folder) === folder) return 'it is the root of the machine';
  const ofSystem = OF_SYSTEM.find(touches);
  if (ofSystem !== undefined) return `it is, holds or is in ${ofSystem}`;
  if (holds(SHARED)) return `it is or holds ${SHARED}; a folder below ${SHARED} may be named`;
  if (isHome(folder) || [HOMES, HOME_OF_ROOT, ...ownHomes()].some(holds)) {
    return 'it is or holds a home; a folder below the home may be named';
  }
  return ofRunner.some(touches) ? 'it is, holds or is in a folder of Muster itself' : undefined;
}

const isHome = (folder: string): boolean => dirname(folder) === (realPathOf(HOMES) ?? HOMES);

/** The variable and the record of the user may differ, and a number may have no record. */
const ownHomes = (): string[] =>
  [homedir, () => userInfo().homedir].flatMap((home) => {
    try {
      return [home()];
    } catch {
      return [];
    }
  });

/** Undefined if there is no such path for the runner. */
export function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

export function isInside(path: string, folder: string): boolean {
  const fromFolder = relative(folder, path);
  return !isAbsolute(fromFolder) && fromFolder.split('/')[0] !== '..';
}
