/** Where a program works, and where its instructions are, as the agent's user finds them. */
import { resolve } from 'node:path';
import type { Outcome, Program } from '@muster/runner-protocol';
import { FolderNotAllowed, isInside } from '../isolation/closed-folders.ts';
import { notStarted } from '../outcome.ts';
import { FIND_WAY, look, type Eyes } from './look.ts';

/** Folders that agents may use besides their homes, links followed; null allows every folder. */
export type Roots = readonly string[] | null;

export interface Resolved {
  /** Absolute. */
  readonly cwd: string;
  /** Absolute; null if the program has none. */
  readonly instructionsFile: string | null;
  /** Whether the agent's user can work there is shown by the start of the program. */
  readonly isUnseen?: true;
}

export interface Surroundings extends Eyes {
  readonly roots: Roots;
}

interface Found {
  /** Real paths. */
  readonly cwd: string;
  /** Empty if there is no such file, or none was asked for. */
  readonly file: string;
  readonly roots: readonly string[];
}

/** `cd` and `pwd` follow links. Paths that are printed by these two end with a line feed. */
const FIND = `${FIND_WAY}
real() { cd -P -- "$1" 2>/dev/null && pwd -P; }
cwd=$1 file=$2; shift 2
if ! cd -P -- "$cwd" 2>/dev/null; then
  find_way "$cwd"
  [ -d "$way" ] || blocked=
  printf 'none\\0%s\\0' "$blocked"
  exit
fi
pwd -P; printf '\\0'
[ -z "$file" ] || realpath -e -- "$file" 2>/dev/null; printf '\\0'
for root do (real "$root"); printf '\\0'; done`;

/** A folder that is closed to all agents is refused before the operator's folders are asked about. */
export async function resolvePaths(
  surroundings: Surroundings,
  program: Pick<Program, 'cwd' | 'instructionsFile' | 'startsIn'>,
): Promise<Resolved | Outcome> {
  const { isolation, folders } = surroundings;
  const requireOpen = (folder: string): unknown => isolation.closed.open(folder, folders);
  try {
    if (program.cwd !== null) requireOpen(resolve(folders.workspace, program.cwd));
    const resolved = await resolveAllowed(surroundings, program);
    // What a link in the home leads to.
    if ('cwd' in resolved) requireOpen(resolved.cwd);
    return resolved;
  } catch (error) {
    if (error instanceof FolderNotAllowed) return notAllowed(error);
    throw error;
  }
}

/** What a sandbox may also say, of a folder that has been moved meanwhile. */
export const notAllowed = ({ message }: FolderNotAllowed): Outcome =>
  notStarted('folder_not_allowed', message);

/**
 * A look costs as much as a start, so it is taken only where the paths that it finds decide: a program
 * that names neither, and a folder to which no rule applies, need none.
 */
async function resolveAllowed(
  surroundings: Surroundings,
  program: Pick<Program, 'cwd' | 'instructionsFile' | 'startsIn'>,
): Promise<Resolved | Outcome> {
  const { folders, roots } = surroundings;
  const { cwd, instructionsFile, startsIn } = program;
  const folder = resolve(folders.workspace, cwd ?? '');
  const hasRoots = roots !== null;
  if (cwd === null && (instructionsFile === null || !hasRoots)) {
    return { cwd: folder, instructionsFile: named(instructionsFile, folder) };
  }
  const isAnyAllowed = !hasRoots && !isInside(folder, folders.home);
  // A program that starts in its home would start although it cannot work in the folder.
  if (isAnyAllowed && startsIn === undefined) {
    return { cwd: folder, instructionsFile: named(instructionsFile, folder), isUnseen: true };
  }
  const found = await find(surroundings, folder, instructionsFile);
  if ('errorCode' in found) return found;
  // A link in a home is the agent's: it leads no further than the operator allows.
  if (!isAnyAllowed && !isInAny(found.cwd, found.roots)) return outsideRoots('cwd', 'cwd');
  if (instructionsFile === null || !hasRoots) {
    return { cwd: found.cwd, instructionsFile: named(instructionsFile, found.cwd) };
  }
  if (found.file === '') {
    const error = 'instructionsFilePath names no file that the agent can reach';
    return notStarted('instructions_missing', error);
  }
  return isInAny(found.file, found.roots)
    ? { cwd: found.cwd, instructionsFile: found.file }
    : outsideRoots('instructions', 'instructionsFilePath');
}

/** What is in the way of a program that could not start in the folder, if the folder is. */
export async function explainFolder(eyes: Eyes, folder: string): Promise<Outcome | undefined> {
  const found = await find({ ...eyes, roots: null }, folder, null);
  return 'errorCode' in found ? found : undefined;
}

const named = (file: string | null, folder: string): string | null =>
  file === null ? null : resolve(folder, file);

async function find(
  surroundings: Surroundings,
  folder: string,
  file: string | null,
): Promise<Found | Outcome> {
  const { folders } = surroundings;
  const roots = surroundings.roots ?? [];
  const answers = await look(surroundings, {
    script: FIND,
    args: [folder, file ?? '', folders.home, ...roots],
    shown: [folder, ...roots.filter((root) => isOpen(surroundings, root))],
  });
  if (answers[0] === 'none') return notThere(answers[1] ?? '');
  const [cwd = '', real = '', ...allowed] = answers.map((answer) => answer.replace(/\n$/, ''));
  return { cwd, file: real, roots: allowed.filter((root) => root !== '') };
}

const notThere = (blocked: string): Outcome =>
  blocked === ''
    ? notStarted('cwd_missing', 'adapterConfig.cwd is not a folder')
    : notStarted(
        'cwd_not_usable',
        `adapterConfig.cwd: the agent's user cannot enter ${blocked}. Let all users enter it ` +
          '(chmod o+x), or name a folder elsewhere',
      );

const outsideRoots = (what: string, key: string): Outcome =>
  notStarted(
    `${what}_outside_roots`,
    `adapterConfig.${key} is not in a folder that the operator allows (MUSTER_LOCAL_ROOTS)`,
  );

/** The operator's folders may hold closed ones, such as a home in which some folders are to work in. */
function isOpen({ isolation, folders }: Eyes, folder: string): boolean {
  try {
    isolation.closed.open(folder, folders);
    return true;
  } catch (error) {
    if (error instanceof FolderNotAllowed) return false;
    throw error;
  }
}

const isInAny = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => isInside(path, folder));
