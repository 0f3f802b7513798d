/**
 * What a runner looks at before the first run of an agent, and what it finds, as the agent's user in
 * the agent's sandbox. Findings are facts: the scheduler says what they mean.
 */
import { z } from 'zod';
import { WorktreeName, WORKTREES_MAX } from './program.ts';

/** Longest that a runner looks; what it has not found by then is absent. */
export const INSPECTION_MAX_MS = 8_000;

/** Settings that a repository can bring, and that programs of agents may obey. */
export const REPOSITORY_SETTINGS = [
  '.claude',
  '.codex',
  '.gemini',
  '.opencode',
  'opencode.json',
  'opencode.jsonc',
  '.mcp.json',
  '.envrc',
] as const;

const Path = z.string().max(4_096);

export const Inspection = z.object({
  /** The program of a run, a name or a path; null where the configuration names none. */
  program: z.string().min(1).nullable(),
  /** Prints the version of the program and does nothing else; null where that is not known of it. */
  versionCommand: z.tuple([z.string().min(1)], z.string()).nullable(),
  /** As in a run. */
  cwd: Path.nullable(),
  instructionsFile: Path.nullable(),
  /** SERVICE_API_URL of a run. */
  apiUrl: z.string().max(4_096),
  forMs: z.int().positive().max(INSPECTION_MAX_MS),
});
export type Inspection = z.output<typeof Inspection>;

/** An HTTP status; 0 where nothing answers, null where the machine has nothing to ask with. */
const Answer = z.int().min(0).max(999).nullable();

const Folder = z.object({
  isWritable: z.boolean(),
  owner: z.enum(['agent', 'root', 'other']),
  /** The owner of the git repository around the folder; null where there is none. */
  repositoryOf: z.enum(['agent', 'root', 'other']).nullable(),
  settings: z.array(z.enum(REPOSITORY_SETTINGS)).max(REPOSITORY_SETTINGS.length),
  /** Git starts a program because of them. */
  gitPrograms: z.array(z.enum(['hooks', 'configuration', 'filters'])).max(3),
});
export type InspectedFolder = z.output<typeof Folder>;

/** Absent: not found out in time. */
export const Findings = z.object({
  isRoot: z.boolean().optional(),
  isHomeWritable: z.boolean().optional(),
  /** Length of the path of its folder for temporary files. */
  temporaryPathBytes: z.int().min(0).max(4_096).optional(),
  /** Or how a run would end because of it. */
  folder: z
    .union([Folder, z.enum(['cwd_missing', 'cwd_not_usable', 'cwd_outside_roots'])])
    .optional(),
  /**
   * No agent works in the folder, whoever names it. Then `folder` is `cwd_outside_roots`, which a
   * scheduler of the release before knows.
   */
  isFolderClosed: z.literal(true).optional(),
  instructions: z
    .enum(['readable', 'instructions_missing', 'instructions_outside_roots'])
    .optional(),
  program: z.enum(['usable', 'program_missing', 'program_not_usable']).optional(),
  /** Null where the program ended without printing one, or printed something else. */
  version: z
    .string()
    .max(64)
    .regex(/^\d[\w.+-]*$/)
    .nullable()
    .optional(),
  health: Answer.optional(),
  mcp: Answer.optional(),
  /** The agent's checkouts. */
  worktrees: z.array(WorktreeName).max(WORKTREES_MAX).optional(),
  /** Whether git can be used; looked at where the folder is in a repository. */
  hasGit: z.boolean().optional(),
});
export type Findings = z.output<typeof Findings>;
