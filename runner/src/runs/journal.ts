/**
 * Which programs run, on disk: a runner that was killed cannot end what it has left, so the next one
 * does. An entry is written before its program begins.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Leader, AgentFolders } from '../isolation/isolation.ts';

const FOLDER = '.running';

/** On disk the folders are `place`, for a runner of another release. */
const Entry = z.object({
  place: z.object({
    companyId: z.string(),
    agentId: z.string(),
    home: z.string(),
    workspace: z.string(),
    tmp: z.string(),
    user: z.object({ uid: z.int(), gid: z.int() }).exactOptional(),
  }),
  leader: z.object({ pid: z.int(), startedAt: z.string() }).exactOptional(),
});

export interface JournalEntry {
  readonly folders: AgentFolders;
  readonly leader?: Leader;
}

export interface Journal {
  add(runId: string, entry: JournalEntry): void;
  remove(runId: string): void;
  /** What was not removed, by the runner before this one too. An unreadable entry is left out. */
  entries(): readonly { readonly runId: string; readonly entry: JournalEntry }[];
}

/** @param runsDir absolute; it is made if it is missing */
export function openJournal(runsDir: string): Journal {
  const folder = join(runsDir, FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    add: (runId, { folders, ...entry }) =>
      writeFileSync(join(folder, runId), JSON.stringify({ place: folders, ...entry }), {
        mode: 0o600,
      }),
    remove: (runId) => rmSync(join(folder, runId), { force: true }),
    entries: () =>
      readdirSync(folder).flatMap((runId) => {
        const entry = read(join(folder, runId));
        return entry ? [{ runId, entry }] : [];
      }),
  };
}

/** An entry that was being written has no program: it had not begun. */
function read(path: string): JournalEntry | undefined {
  try {
    const { place, ...entry } = Entry.parse(JSON.parse(readFileSync(path, 'utf8')));
    return { folders: place, ...entry };
  } catch {
    rmSync(path, { force: true });
    return undefined;
  }
}
