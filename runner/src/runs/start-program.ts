/**
 * From what a scheduler asks for to a program that runs: the agent's folders are prepared, its paths
 * are resolved there, the isolation wraps the command, and the supervisor starts it.
 */
import { join } from 'node:path';
import type { Egress } from '@muster/egress';
import {
  CWD_PLACEHOLDER,
  GIT_PLACEHOLDER,
  HOME_PLACEHOLDER,
  type Outcome,
  type OutputStream,
  type Program,
  type StopSignal,
  type Worktree,
} from '@muster/runner-protocol';
import { baseEnvironment } from '../hands/base-environment.ts';
import { explainEnd } from '../hands/explain-end.ts';
import { LookTimedOut, type Eyes } from '../hands/look.ts';
import { outputFolderOf } from '../hands/outputs.ts';
import { putFiles } from '../hands/put-files.ts';
import { notAllowed, resolvePaths, type Resolved, type Roots } from '../hands/resolve-paths.ts';
import { cloneSource } from '../hands/repositories/clone-source.ts';
import { makeWorktree, type Checkout } from '../hands/worktrees.ts';
import { commitWork } from '../hands/commit-work.ts';
import { FolderNotAllowed } from '../isolation/closed-folders.ts';
import type { AgentKey, Isolation, Leader, AgentFolders } from '../isolation/isolation.ts';
import { leaderOf } from '../isolation/leader.ts';
import { UsersGiven } from '../isolation/users.ts';
import { notStarted, stopped } from '../outcome.ts';
import type { SupervisedProgram, Supervisor } from '../supervisor/supervisor.ts';
import { handOver } from './hand-over.ts';
import type { Journal } from './journal.ts';

const INSTRUCTIONS = 'SERVICE_INSTRUCTIONS_FILE';

/** Another scheduler waits for the agent, or the runner is about to be killed. */
const HURRIES: ReadonlySet<string | null> = new Set(['lease_lost', 'draining']);

export interface ProgramParts {
  readonly isolation: Isolation;
  readonly supervisor: Supervisor;
  readonly journal: Journal;
  readonly roots: Roots;
  /** For repositories that are cloned. */
  readonly egress: Egress;
  /** The processes of an agent could not be ended. */
  readonly onEndFailure: (error: unknown, agent: AgentKey) => void;
}

export interface ProgramStart {
  readonly runId: string;
  readonly agent: AgentKey;
  readonly program: Program;
  /** What is left of the lease, asked for when the program is about to be started. */
  readonly leaseMs: () => number;
  /** The program exists. Resolves to whether it may begin. */
  readonly mayBegin: () => Promise<boolean>;
  readonly onOutput: (stream: OutputStream, bytes: Uint8Array) => void;
}

/** Where a program works, and the folder of git where that is a checkout. */
type WorkedIn = Resolved & Partial<Pick<Checkout, 'git'>>;

export type RunningProgram = SupervisedProgram;

/** Whether the program may begin: what is not in the journal could not be ended after a crash. */
type NoteLeader = (leader?: Leader) => boolean;

/** `ended` resolves when nothing of the program is left, however it forked. It does not reject. */
export function startProgram(parts: ProgramParts, start: ProgramStart): RunningProgram {
  let supervised: SupervisedProgram | undefined;
  let why: StopSignal | undefined;
  let isPaused = false;
  const stopping = new AbortController();
  const launch = async (folders: AgentFolders, resolved: WorkedIn, noteLeader: NoteLeader) => {
    const { program } = start;
    const { limits, startsIn } = program;
    const unwrapped = {
      command: commandOf(program, folders, resolved),
      cwd: startsIn === undefined ? resolved.cwd : join(folders.home, startsIn),
      env: environmentOf(start, folders, resolved),
      ...(program.outputs ? { makes: outputFolderOf(folders, start.runId) } : {}),
    };
    const shown = startsIn === undefined ? [] : [resolved.cwd];
    const wrapped = await parts.isolation.wrapRun(folders, unwrapped, shown);
    if (why !== undefined) return stopped(why, 'The agent was stopped');
    const stdin = withInstructions(program.stdin, resolved);
    const { keepsInput } = program;
    const group = { ...wrapped, stdin, keepsInput, limits };
    supervised = parts.supervisor.launch(group, start.leaseMs(), {
      launched: async (pid) => noteLeader(leaderOf(pid)) && start.mayBegin(),
      output: start.onOutput,
    });
    if (isPaused) supervised.pause();
    const eyes = { isolation: parts.isolation, folders };
    return supervised.ended.then((outcome) =>
      explainEnd(eyes, unwrapped, outcome, resolved.isUnseen),
    );
  };
  return {
    ended: run(parts, start, launch, stopping.signal),
    stop(reason) {
      why ??= reason;
      stopping.abort(why);
      supervised?.stop(reason);
    },
    renew: (leaseMs) => supervised?.renew(leaseMs),
    input: (bytes, end) => supervised?.input(bytes, end),
    pause() {
      isPaused = true;
      supervised?.pause();
    },
    resume() {
      isPaused = false;
      supervised?.resume();
    },
  };
}

async function run(
  { isolation, roots, egress, journal, onEndFailure }: ProgramParts,
  { runId, agent, program }: ProgramStart,
  launch: (folders: AgentFolders, resolved: WorkedIn, noteLeader: NoteLeader) => Promise<Outcome>,
  stopping: AbortSignal,
): Promise<Outcome> {
  let folders: AgentFolders | undefined;
  let leader: Leader | undefined;
  try {
    const prepared = await isolation.prepare(agent, program.env['SERVICE_API_URL']);
    folders = prepared;
    const resolved = await resolvePaths({ isolation, folders, roots }, program);
    if (!('cwd' in resolved)) return resolved;
    const eyes = { isolation, folders, signal: stopping };
    const checkout =
      program.worktree && (await makeCheckout(eyes, egress, resolved.cwd, program.worktree));
    if (checkout && !('cwd' in checkout)) return checkout;
    const unwritten = await putFiles({ isolation, folders }, program);
    if (unwritten) return unwritten;
    let unnoted: Error | undefined;
    const outcome = await launch(folders, { ...resolved, ...checkout }, (found) => {
      leader = found;
      try {
        journal.add(runId, { folders: prepared, ...(found ? { leader: found } : {}) });
      } catch (error) {
        unnoted = error as Error;
      }
      return unnoted === undefined;
    });
    if (unnoted) throw unnoted;
    return await withResults({ isolation, folders }, { runId, program }, checkout, outcome);
  } catch (error) {
    if (stopping.aborted) return stopped(stopping.reason as StopSignal, 'The agent was stopped');
    if (error instanceof FolderNotAllowed) return notAllowed(error);
    if (error instanceof UsersGiven) return notStarted('agent_users_full', error.message);
    // Counts as a lost lease: the run is retried a few times.
    if (error instanceof LookTimedOut) return stopped('lease_lost', error.message);
    return notStarted('not_started', error instanceof Error ? error.message : String(error));
  } finally {
    if (folders) {
      await isolation
        .end(folders, leader)
        .then(() => journal.remove(runId))
        .catch((error: unknown) => onEndFailure(error, agent));
    }
  }
}

/** From the folder that the agent names, or from a repository that is cloned into its home. */
async function makeCheckout(
  eyes: Eyes,
  egress: Egress,
  cwd: string,
  worktree: Worktree,
): Promise<Checkout | Outcome> {
  const { repository } = worktree;
  if (!repository) return makeWorktree(eyes, cwd, worktree);
  const source = await cloneSource(eyes, egress, { ...worktree, repository });
  if (!('folder' in source)) return source;
  return makeWorktree(eyes, source.folder, { ...worktree, ref: source.commit });
}

/** The outcome, with what the run has added to the branch of its checkout, and with what it hands over. */
async function withResults(
  eyes: Eyes,
  { runId, program }: Pick<ProgramStart, 'runId' | 'program'>,
  checkout: Checkout | undefined,
  outcome: Outcome,
): Promise<Outcome> {
  const { worktree } = program;
  const isHurried = HURRIES.has(outcome.errorCode);
  const [work, outputs] = await Promise.all([
    worktree && checkout && commitWork(eyes, { worktree, began: checkout.began, isHurried }),
    handOver(eyes, runId, program, isHurried),
  ]);
  return { ...outcome, ...(work ? { work } : {}), ...(outputs ? { outputs } : {}) };
}

const commandOf = (
  { command: [program, ...args], files, startsIn, worktree }: Program,
  { home }: AgentFolders,
  resolved: WorkedIn,
): [string, ...string[]] => [
  program,
  ...args
    .map((part) => withInstructions(withHome(part, home, files), resolved))
    .map((part) => (startsIn === undefined ? part : withFolder(part, resolved)))
    .map((part) => (worktree?.commit ? withGit(part, resolved) : part)),
];

const withGit = (text: string, { git = '' }: WorkedIn): string =>
  text.replaceAll(GIT_PLACEHOLDER, () => git);

const withFolder = (text: string, { cwd }: Resolved): string =>
  text.replaceAll(CWD_PLACEHOLDER, () => cwd);

const withHome = (text: string, home: string, files: Program['files']): string =>
  files ? text.replaceAll(HOME_PLACEHOLDER, () => home) : text;

const withInstructions = (text: string, { instructionsFile }: Resolved): string =>
  text.replaceAll(`{{${INSTRUCTIONS}}}`, () => instructionsFile ?? '');

/** What the runner adds comes first: the scheduler decides which names a configuration may set. */
const environmentOf = (
  { runId, program: { env, files, outputs } }: Pick<ProgramStart, 'runId' | 'program'>,
  folders: AgentFolders,
  { instructionsFile }: Resolved,
): Record<string, string> => ({
  ...baseEnvironment(folders),
  ...Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, withHome(value, folders.home, files)]),
  ),
  ...(instructionsFile === null ? {} : { [INSTRUCTIONS]: instructionsFile }),
  ...(outputs ? { SERVICE_OUTPUT_DIR: outputFolderOf(folders, runId) } : {}),
});
