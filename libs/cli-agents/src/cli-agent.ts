/**
 * What the scheduler knows about a coding agent's program: how it is started, and what its output
 * means. Each program is one object of data and a pure reader of lines; nothing in this folder starts
 * a program or touches a file.
 */
import type { OwnProvider } from '@muster/contracts';
import type { LineReport, TroubleCode } from './line-report.ts';

/** How far a program may go without asking; the operator's choice for all agents. */
export type Freedom = 'workspace' | 'full';

export type Effort = 'low' | 'medium' | 'high' | 'xhigh' | 'max';

export interface CliStart {
  /** Absolute path of the program's home. */
  readonly home: string;
  /** Absolute path of the folder that it works on. */
  readonly cwd: string;
  /** Absolute path of the `.git` in which it commits; only in arguments. */
  readonly git: string | undefined;
  /** Address of the gateway, without a slash at its end. */
  readonly apiUrl: string;
  /** One plain word, without a leading dash; without it the program takes its own default. */
  readonly model: string | undefined;
  /** Where it asks for models; without it, its own provider. */
  readonly provider: Omit<OwnProvider, 'auth'> | undefined;
  /** One of the program's `efforts`. */
  readonly effort: Effort | undefined;
  /** Only claude_code and gemini_cli have such a limit. */
  readonly maxTurns: number | undefined;
  /** The session that this run resumes. */
  readonly session: string | undefined;
  readonly freedom: Freedom;
  /** The cloud that the agent's environment switches the program to, by its variable. */
  readonly cloud: string | undefined;
  /** Each agent is a user of its own on the runner, in a sandbox where root can make one. */
  readonly isOwnUser: boolean;
  /** Its standard input stays open: the program is told more while it works. */
  readonly keepsInput?: boolean | undefined;
  /** Text that goes along on every start, byte for byte the same. */
  readonly instructions: string;
  /** Texts of its skills by their paths in the folder of all skills, always in the same order. */
  readonly skills: Texts;
}

/** Texts of files by their paths. */
export type Texts = Readonly<Record<string, string>>;

export interface Cloud {
  /** The variable that switches the program to it. */
  readonly switchedBy: string;
  readonly credentials: readonly string[];
}

export interface CliAgent {
  /** Whose models it uses unless its configuration names others. */
  readonly provider: string;
  readonly home: {
    /** Its folder in the home of the agent. */
    readonly folder: string;
    /** The program starts in this folder of the home of the agent, and not in the one that it works on. */
    readonly startsIn?: string;
    /** The environment variables that name the home, an absolute path. */
    readonly variables: (home: string) => Readonly<Record<string, string>>;
    /** Put back on every start; the paths are those in the home of the agent. */
    readonly files: (start: CliStart) => Texts;
    /**
     * Folders of the home of the agent that have these files and nothing else when the program starts:
     * what an agent leaves in them could start programs, grant rights or take the place of its skills.
     */
    readonly folders: (start: CliStart) => Readonly<Record<string, Texts>>;
  };
  /** Where the program reads messages while it works, from standard input. */
  readonly input?: {
    /** A message as a piece of its input; the id comes back as `shown` when the model gets it. */
    readonly message: (text: string, id?: string) => string;
    /** Has it break off what it does, before a message. */
    readonly interruption: (id: string) => string;
  };
  /** Arguments after the program. The prompt is not among them: it goes to standard input. */
  readonly argv: (start: CliStart) => readonly string[];
  /** Efforts that the program knows, if it knows any. Claude Code ignores another one; Codex does not check it. */
  readonly efforts: readonly Effort[];
  /** Switches off updates, telemetry and whatever depends on the machine, and grants the freedom. */
  readonly environment: (start: Pick<CliStart, 'freedom'>) => Readonly<Record<string, string>>;
  /** What its own sandbox puts into the folder that it works in, as paths from there: no files of the work. */
  readonly masks?: (start: Pick<CliStart, 'freedom'>) => readonly string[];
  /** Clouds to which a variable switches the program, and the keys of each, of which a machine may have others. */
  readonly clouds?: readonly Cloud[];
  /** The longest path of a folder for temporary files, in bytes, with which its commands work. */
  readonly temporaryPathMax?: (start: Pick<CliStart, 'freedom'>) => number | undefined;
  /** It prints what its own models have cost. */
  readonly namesPrices?: true;
  /** Names of variables with a key or login; one of them has to be in the agent's `env`. */
  readonly credentials: readonly string[];
  /** Those of `credentials` that are not paid by the token: the program's price is a list price. */
  readonly flatPlans?: readonly string[];
  /** Variables by which it is told of a provider that is not its own, the key among them. */
  readonly ownProvider: (
    provider: OwnProvider,
    model: string | undefined,
  ) => Readonly<Record<string, string>>;
  /** Neither the program nor its output ever names its model. */
  readonly requiresModel: boolean;
  /** An unknown session ends the program before its first line of output. */
  readonly refusesSessionsSilently: boolean;
  /** What exit codes say where the program has printed no ending. */
  readonly exitCodes?: Readonly<Record<number, TroubleCode>>;
  /** It logs on standard error what it says nowhere else; other programs' readers never get such a line. */
  readonly logsFailures?: true;
  /**
   * A reader for one run; it remembers what the run has printed.
   *
   * @param model of the agent's configuration; named where the program names none
   * @param before what another reader has read of it; this one goes on from there
   */
  readonly read: (model?: string, before?: LineReport) => LineReader;
}

/**
 * Nothing where the line has no meaning for the run. `at` is when the line was read; without a `stream` it is
 * of standard output.
 */
export type LineReader = (
  line: string,
  at: Date,
  stream?: 'stdout' | 'stderr',
) => LineReport | undefined;
