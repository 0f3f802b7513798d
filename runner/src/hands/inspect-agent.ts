/** What a run of an agent would find where it runs. What is not found out in time is left out. */
import {
  WorktreeName,
  WORKTREES_MAX,
  type Findings,
  type Inspection,
} from '@muster/runner-protocol';
import { askGateway } from './ask-gateway.ts';
import { inspectFolder, inspectInstructions } from './inspect-folder.ts';
import { inspectProgram, inspectVersion } from './inspect-program.ts';
import { look, type Eyes } from './look.ts';
import type { Surroundings } from './resolve-paths.ts';

export interface InspectedSurroundings extends Surroundings {
  readonly signal: AbortSignal;
}

/** Does not reject. */
export async function inspectAgent(
  surroundings: InspectedSurroundings,
  inspection: Inspection,
): Promise<Findings> {
  const { signal } = surroundings;
  const found = await Promise.allSettled([
    inspectUser(surroundings),
    inspectFolder(surroundings, inspection),
    inspectInstructions(surroundings, inspection),
    inspectProgram(surroundings, inspection),
    inspectVersion(surroundings, inspection, signal),
    askGateway(surroundings, inspection, signal),
  ]);
  return Object.assign({}, ...found.map((one) => (one.status === 'fulfilled' ? one.value : {})));
}

/** A file is written and removed: a full disk and a closed folder both show. */
const USER = `
id -u; printf '\\0'
cd -- "$1" && file=$(mktemp ./.inspected-XXXXXX) && echo written >"$file" && rm -f -- "$file" && printf yes
printf '\\0'
cd -P -- "$1/worktrees" 2>/dev/null || exit 0
for checkout in */; do [ ! -d "$checkout" ] || printf '%s\\0' "\${checkout%/}"; done`;

async function inspectUser(
  eyes: Eyes,
): Promise<Pick<Findings, 'isRoot' | 'isHomeWritable' | 'worktrees' | 'temporaryPathBytes'>> {
  const args = [eyes.folders.home];
  const [uid, isWritable, ...checkouts] = await look(eyes, { script: USER, args, shown: [] });
  // The agent may have put others there.
  const worktrees = checkouts.filter((name) => WorktreeName.safeParse(name).success);
  return {
    isRoot: uid?.trim() === '0',
    isHomeWritable: isWritable === 'yes',
    temporaryPathBytes: Buffer.byteLength(eyes.folders.tmp),
    worktrees: worktrees.slice(0, WORKTREES_MAX),
  };
}
