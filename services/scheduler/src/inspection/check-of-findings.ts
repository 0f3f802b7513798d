/** What the findings of a runner mean for the runs of an agent. */
import type { AgentCheck } from '@muster/contracts';
import type { Findings, InspectedFolder } from '@muster/runner-protocol';
import { failed, passed, unknown, warned } from '../domain/agent-check.ts';
import { checksOfGateway } from './check-of-gateway.ts';

/** What is asked about, and what its findings are read with. */
export interface Inspected {
  readonly findings: Findings;
  /** As the configuration names it; null where the agent has a folder of its own. */
  readonly cwd: string | null;
  readonly instructionsFile: string | null;
  /** As the configuration names it; undefined where the operator names it. */
  readonly program: string | undefined;
  readonly hasVersion: boolean;
  readonly freedom: 'workspace' | 'full' | undefined;
  /** Of the folder for temporary files, in bytes; undefined where any length will do. */
  readonly temporaryPathMax: number | undefined;
  readonly workspace: 'shared' | 'worktree';
  /** Identifiers of issues that have ended; undefined where that was not found out. */
  readonly ended: readonly string[] | undefined;
  /** Other agents in the same folder; undefined where that was not found out. */
  readonly others: number | undefined;
}

const NOT_IN_TIME = 'It was not found out in time';
const AGAIN = 'check again; a folder on a file server that does not answer is a cause';

export const checksOfFindings = (inspected: Inspected): AgentCheck[] => [
  ...checkOfHome(inspected),
  ...checksOfFolder(inspected),
  ...checkOfInstructions(inspected),
  ...checkOfProgram(inspected),
  ...checkOfVersion(inspected),
  ...checkOfPaths(inspected),
  ...checkOfFreedom(inspected),
  ...checksOfGateway(inspected.findings),
];

function checkOfHome({ findings: { isHomeWritable } }: Inspected): AgentCheck[] {
  if (isHomeWritable === undefined) return [unknown('home')(NOT_IN_TIME, AGAIN)];
  if (isHomeWritable) return [passed('home')('The agent can write in its home')];
  const hint = 'make room on the disk of the runner, or have the operator look at the folder';
  return [failed('home')('The agent cannot write in its home', hint)];
}

function checksOfFolder(inspected: Inspected): AgentCheck[] {
  const { findings, cwd } = inspected;
  const { folder } = findings;
  if (cwd === null) {
    return [
      passed('cwd')('The agent works in a folder of its own'),
      ...(inspected.workspace === 'worktree' ? [checkOfClones(inspected)] : []),
    ];
  }
  if (folder === undefined) return [unknown('cwd')(NOT_IN_TIME, AGAIN)];
  if (findings.isFolderClosed) return [checkOfClosed(cwd)];
  if (typeof folder === 'string') return [checkOfMissing(folder, cwd)];
  return [
    passed('roots')('The folder is where the operator allows'),
    checkOfCwd(folder, inspected),
    ...checksOfRepository(folder, inspected),
  ];
}

const checkOfClosed = (cwd: string): AgentCheck =>
  failed('cwd')(
    `No agent works in ${cwd}: it is or holds a folder of the system, a home, or one of Muster itself`,
    'name another folder, such as one below a home or below /tmp, or leave adapterConfig.cwd out',
  );

function checkOfMissing(
  why: Exclude<Findings['folder'], InspectedFolder | undefined>,
  cwd: string,
) {
  switch (why) {
    case 'cwd_missing':
      return failed('cwd')(
        `${cwd} is no folder there`,
        'correct adapterConfig.cwd, or make the folder',
      );
    case 'cwd_not_usable':
      return failed('cwd')(
        `The agent's user cannot enter ${cwd}`,
        'let all users enter it and the folders above it (chmod o+x), or name a folder elsewhere',
      );
    case 'cwd_outside_roots':
      return failed('roots')(
        `${cwd} is in no folder that the operator allows`,
        'leave adapterConfig.cwd out, or ask the operator to add its folder to MUSTER_LOCAL_ROOTS',
      );
    default:
      return why satisfies never;
  }
}

const owners = {
  agent: 'belongs to the agent',
  root: 'belongs to root',
  other: 'belongs to another user',
};

function checkOfCwd({ isWritable, owner }: InspectedFolder, { cwd, workspace }: Inspected) {
  const whose = `${cwd} ${owners[owner]}`;
  if (isWritable) return passed('cwd')(`${whose}, and the agent can change it`);
  if (workspace === 'worktree') return passed('cwd')(`${whose}, and the agent can read it`);
  const hint = "let the agent's user write there, or set adapterConfig.workspace to worktree";
  return warned('cwd')(`${whose}, and the agent cannot change it`, hint);
}

function checksOfRepository(folder: InspectedFolder, inspected: Inspected): AgentCheck[] {
  const { repositoryOf, settings, gitPrograms } = folder;
  return [
    ...(settings.length > 0 || gitPrograms.length > 0 ? [checkOfBrought(folder)] : []),
    ...(inspected.workspace === 'worktree' ? [checkOfWorktree(folder, inspected)] : []),
    ...(repositoryOf !== null && inspected.workspace === 'shared'
      ? checksOfShared(repositoryOf, inspected)
      : []),
  ];
}

function checkOfBrought({ settings, gitPrograms }: InspectedFolder): AgentCheck {
  const brought = [...settings, ...gitPrograms.map((kind) => `git ${kind}`)].join(', ');
  return warned('repository')(
    `The repository brings along: ${brought}`,
    'read them: what they start, the agent starts; coding agents that Muster knows do not obey their own',
  );
}

/** Which repository it is, the project of each issue says. */
function checkOfClones({ findings: { hasGit } }: Inspected): AgentCheck {
  if (hasGit === false) {
    const hint = 'have the operator install git for the runner';
    return failed('worktree')('Git is not installed there', hint);
  }
  return passed('worktree')(
    "Each issue gets a checkout of the repository (repoUrl) of its project's workspace",
  );
}

function checkOfWorktree(
  { repositoryOf }: InspectedFolder,
  { findings: { hasGit, worktrees = [] }, cwd, ended }: Inspected,
): AgentCheck {
  if (hasGit === false) {
    const hint = 'have the operator install git for the runner';
    return failed('worktree')('Git is not installed there', hint);
  }
  if (repositoryOf === null) {
    const hint = 'name a repository, or set adapterConfig.workspace to shared';
    return failed('worktree')(`${cwd} is in no git repository`, hint);
  }
  const left = worktrees.filter((name) => ended?.includes(name));
  if (left.length > 0) {
    return warned('worktree')(
      `Checkouts of issues that have ended: ${left.join(', ')}`,
      'the next run removes those without changes; take over what the others hold, or remove them',
    );
  }
  return passed('worktree')(
    worktrees.length === 0
      ? 'Each issue gets a checkout of its own'
      : `Each issue gets a checkout of its own; there are: ${worktrees.join(', ')}`,
  );
}

function checksOfShared(repositoryOf: string, { others }: Inspected): AgentCheck[] {
  const foreign = warned('repository')(
    'The repository belongs to another user, for which git refuses to work in it',
    'set adapterConfig.workspace to worktree, or give the repository to the agent',
  );
  const shared =
    others === undefined
      ? unknown('shared_cwd')('Whether other agents work there was not found out', 'check again')
      : others === 0
        ? passed('shared_cwd')('No other agent works in this repository')
        : warned('shared_cwd')(
            `${others} other ${others === 1 ? 'agent works' : 'agents work'} in the same repository`,
            'set adapterConfig.workspace to worktree, so that each has checkouts of its own',
          );
  return repositoryOf === 'agent' ? [shared] : [foreign, shared];
}

function checkOfInstructions({ findings, instructionsFile }: Inspected): AgentCheck[] {
  if (instructionsFile === null) return [];
  switch (findings.instructions) {
    case 'readable':
      return [passed('instructions')(`The agent can read ${instructionsFile}`)];
    case 'instructions_missing':
      return [
        failed('instructions')(
          `${instructionsFile} is no file that the agent can read`,
          'correct adapterConfig.instructionsFilePath: a relative path begins at cwd',
        ),
      ];
    case 'instructions_outside_roots':
      return [
        failed('roots')(
          `${instructionsFile} is in no folder that the operator allows`,
          'move the file into cwd, or ask the operator to add its folder to MUSTER_LOCAL_ROOTS',
        ),
      ];
    case undefined:
      return [unknown('instructions')(NOT_IN_TIME, AGAIN)];
    default:
      return findings.instructions satisfies never;
  }
}

function checkOfProgram({
  findings,
  program = 'The program of the adapter',
}: Inspected): AgentCheck[] {
  switch (findings.program) {
    case 'usable':
      return [passed('program')(`${program} is found, and the agent may run it`)];
    case 'program_missing':
      return [
        failed('program')(
          `${program} is not found there`,
          'have the operator install it on the machine of the runner',
        ),
      ];
    case 'program_not_usable':
      return [
        failed('program')(
          `The agent's user may not run ${program}, or not enter a folder on its way`,
          'have the operator open it for all users (chmod o+rx), or install it elsewhere',
        ),
      ];
    case undefined:
      return [unknown('program')(NOT_IN_TIME, AGAIN)];
    default:
      return findings.program satisfies never;
  }
}

function checkOfVersion({ findings: { version }, hasVersion }: Inspected): AgentCheck[] {
  if (!hasVersion) return [];
  if (version === undefined) {
    const hint = 'start the program by hand with --version, as an ordinary user';
    return [unknown('version')('The program did not say its version in time', hint)];
  }
  return version === null
    ? [warned('version')('The program prints no version', 'make sure that it is the right program')]
    : [passed('version')(`The version of the program is ${version}`)];
}

function checkOfPaths({
  findings: { temporaryPathBytes: bytes },
  temporaryPathMax: max,
}: Inspected): AgentCheck[] {
  if (max === undefined || bytes === undefined) return [];
  if (bytes <= max) return [passed('home')('Paths there are short enough for the program')];
  return [
    failed('home')(
      `The path of its folder for temporary files has ${bytes} bytes, and commands of the program fail above ${max}`,
      'have the operator shorten MUSTER_RUNS_DIR, or the data folder of start',
    ),
  ];
}

function checkOfFreedom({ findings: { isRoot }, freedom }: Inspected): AgentCheck[] {
  if (freedom === undefined) return [];
  if (freedom === 'full' && isRoot !== false) {
    return [
      warned('freedom')(
        isRoot ? 'The program asks for nothing, and runs as root' : 'The program asks for nothing',
        'have the operator choose the isolation user, or MUSTER_CLI_FREEDOM=workspace',
      ),
    ];
  }
  return freedom === 'full'
    ? [passed('freedom')('The program asks for nothing; the isolation alone holds it')]
    : [passed('freedom')('The program changes its workspace, and asks for more in vain')];
}
