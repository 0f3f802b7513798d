/** A program that runs for an agent, what is asked of it, and how it ended. */
import { z } from 'zod';

/**
 * Why a run is stopped. `cancelled`: on request. `budget_exhausted`: further work must not be paid
 * for. `lease_lost`: another scheduler may have the run, so the program must be gone at once.
 * `draining`: the runner is stopping.
 */
export const StopSignal = z.enum(['cancelled', 'budget_exhausted', 'lease_lost', 'draining']);
export type StopSignal = z.output<typeof StopSignal>;

export const OutputStream = z.enum(['stdout', 'stderr']);
export type OutputStream = z.output<typeof OutputStream>;

export const TimeLimits = z.object({
  timeoutSec: z.number().positive(),
  /** Between asking a program to end and killing it. */
  graceSec: z.number().min(0),
  /** Without output for this long the program is ended; absent where it may be silent. */
  idleSec: z.number().positive().optional(),
});
export type TimeLimits = z.output<typeof TimeLimits>;

/** A path in a folder: it leads nowhere else by its text. */
const PathInFolder = z
  .string()
  .max(1_024)
  .regex(/^(?!\.{1,2}(?:\/|$))[\w.-]+(?:\/(?!\.{1,2}(?:\/|$))[\w.-]+)*$/);

/** A file that the agent's program finds in the agent's home. */
export const HomeFile = z.object({
  path: PathInFolder,
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  mode: z.int().min(0).max(0o777),
});
export type HomeFile = z.output<typeof HomeFile>;

/** Of checkouts that an agent may have on a runner. */
export const WORKTREES_MAX = 20;

/** A folder of the agent's checkouts, such as the identifier of an issue. */
export const WorktreeName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/);

/** A line of a commit, of which nothing ends early. */
const CommitLine = z
  .string()
  .max(500)
  // oxlint-disable-next-line no-control-regex -- control characters are what it refuses
  .regex(/^[^\u0000-\u001f\u007f]+$/);

/** Who commits the work of a run, and what the commit of what is left says. */
export const CommitTerms = z.object({
  name: CommitLine,
  email: CommitLine,
  subject: CommitLine,
  runId: z.uuid(),
  /** Texts that no commit of the runner may hold; one may have several lines. */
  secrets: z.array(z.string()),
});
export type CommitTerms = z.output<typeof CommitTerms>;

/** A repository that the runner clones, by https unless its operator allows more. */
const RemoteRepository = z.object({
  /** Without credentials, and as the text of a stranger. */
  url: z.string().max(4_096),
  /** The whole header of its requests. */
  authorization: z.string().max(8_192).optional(),
});

/**
 * A checkout of the agent's own, which is made where it is missing: from the repository in `cwd`, or from one
 * that is cloned.
 */
export const Worktree = z.object({
  name: WorktreeName,
  branch: z
    .string()
    .max(200)
    .regex(/^[A-Za-z0-9][\w-]*(?:\/[A-Za-z0-9][\w-]*)*$/),
  /** What the branch begins at, as the text of a stranger; null is the repository's HEAD. */
  ref: z.string().max(4_096).nullable(),
  /** Checkouts that are removed if they hold nothing that the repository lacks. */
  ended: z.array(WorktreeName).max(100),
  /** What the program's own sandbox puts into the folder that it works in: git leaves it out. */
  masks: z.array(PathInFolder).max(100).optional(),
  /** Instead of the one in `cwd`; for runners with the ability `clone`. */
  repository: RemoteRepository.optional(),
  /** Absent: what is left at the end of the run is not committed. */
  commit: CommitTerms.optional(),
});
export type Worktree = z.output<typeof Worktree>;

/** Of all folders of a program; with their texts they are far below the length of a message. */
const FOLDER_FILES_MAX = 1_000;

/** A folder of the agent's home in which the agent's program finds these files and nothing else. */
export const HomeFolder = z.object({
  path: PathInFolder,
  /** Relative to the folder; for their user alone. */
  files: z.array(HomeFile.omit({ mode: true })).max(FOLDER_FILES_MAX),
});
export type HomeFolder = z.output<typeof HomeFolder>;

/** Stands for the absolute path of the agent's home in the command and environment of a program. */
export const HOME_PLACEHOLDER = '{{SERVICE_HOME}}';
/** Stands for the absolute path of the folder that a program with `startsIn` works on. */
export const CWD_PLACEHOLDER = '{{SERVICE_CWD}}';
/**
 * Stands for the absolute path of the `.git` of its checkout in the arguments of a program with the terms
 * of a commit; for runners with the ability `commits`.
 */
export const GIT_PLACEHOLDER = '{{SERVICE_GIT}}';

/** Of what a run leaves in its folder of outputs, so many are attached, and so many others are named. */
export const OUTPUTS_MAX = 50;
/** Longest name of a file that is reported, in characters: what a file system takes. */
export const OUTPUT_NAME_MAX = 255;

/**
 * What lies in the folder SERVICE_OUTPUT_DIR, which is the run's alone, is attached when the program has ended,
 * by the SERVICE_API_KEY of the program.
 */
export const Outputs = z.object({
  /** The issue that they are attached to; null where the run has none, and all of them are refused. */
  issueId: z.uuid().nullable(),
});

/** The paths are those of the runner: it resolves them as the agent's user. */
export const Program = z.object({
  /** The program and its arguments; no shell parses them. */
  command: z.tuple([z.string().min(1)], z.string()),
  /** The folder to work in, absolute or from the agent's workspace; null is the workspace. */
  cwd: z.string().nullable(),
  /**
   * The agent's instructions, absolute or from `cwd`. The program gets the resolved path in
   * SERVICE_INSTRUCTIONS_FILE, and in place of `{{SERVICE_INSTRUCTIONS_FILE}}` in its arguments and
   * standard input.
   */
  instructionsFile: z.string().nullable(),
  /** Complete but for PATH, HOME, TMPDIR, LANG and TZ, which the runner adds. */
  env: z.record(z.string(), z.string()),
  /**
   * Written to the agent's home before the program starts, as the agent's user: each replaces what
   * has its path. Only a program with files gets the path of its home for HOME_PLACEHOLDER.
   */
  files: z.array(HomeFile).max(1_000).optional(),
  /**
   * Starts in this folder of its home, and works on `cwd` from there: CWD_PLACEHOLDER in its arguments.
   * For runners with the ability `startsIn`.
   */
  startsIn: PathInFolder.optional(),
  /** Gets a folder for what it hands over; for runners with the ability `outputs`. */
  outputs: Outputs.optional(),
  /** Runs in its checkout instead of `cwd`; for runners with the ability `worktree`. */
  worktree: Worktree.optional(),
  /**
   * Made anew before the program starts where they differ, as the agent's user. A runner of the
   * release before knows none, and makes none.
   */
  folders: z.array(HomeFolder).max(20).optional(),
  stdin: z.string(),
  /** Its input stays open after that, for messages of the kind `input`; for runners with the ability `input`. */
  keepsInput: z.literal(true).optional(),
  limits: TimeLimits,
});
export type Program = z.output<typeof Program>;

/** Commits of a run that are named. */
export const WORK_COMMITS_MAX = 20;

/** What a run has added to its branch, with what the runner has committed at its end. */
export const CommittedWork = z.object({
  branch: z.string().max(200),
  /** Of all commits that are new in the run. */
  commitCount: z.int().min(0),
  /** The newest ones, newest first. */
  commits: z
    .array(z.object({ sha: z.string().regex(/^[0-9a-f]{40,64}$/), subject: z.string().max(200) }))
    .max(WORK_COMMITS_MAX),
  /** Files that differ between the beginning and the end of the run's work. */
  files: z.int().min(0),
  /** Why something that is left is in no commit; absent where nothing is left. */
  problem: z.string().max(500).optional(),
});
export type CommittedWork = z.output<typeof CommittedWork>;

const OutputName = z.string().max(OUTPUT_NAME_MAX);

/** What became of the files in the folder of outputs. */
export const HandedOver = z.object({
  attached: z
    .array(z.object({ fileId: z.uuid(), name: OutputName, bytes: z.int().min(0) }))
    .max(OUTPUTS_MAX),
  /** Those that are named, with the reason. */
  refused: z.array(z.object({ name: OutputName, why: z.string().max(300) })).max(OUTPUTS_MAX),
  /** Files beyond those, which were not looked at. */
  more: z.int().min(0),
});
export type HandedOver = z.output<typeof HandedOver>;

export const Outcome = z.object({
  status: z.enum(['succeeded', 'failed', 'timed_out', 'cancelled']),
  exitCode: z.number().int().nullable(),
  signal: z.string().nullable(),
  /** At most 500 characters. */
  error: z.string().max(500).nullable(),
  /** `exit_code`, `signalled`, `timed_out`, `idle`, a StopSignal, or why the program was not started. */
  errorCode: z.string().max(64).nullable(),
  /** Of a program with the terms of a commit. */
  work: CommittedWork.optional(),
  /** Absent where the program has left nothing in its folder of outputs. */
  outputs: HandedOver.optional(),
});
export type Outcome = z.output<typeof Outcome>;
