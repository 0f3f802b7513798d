/**
 * Adapter contracts. A local adapter says which program a runner starts. A called agent (http)
 * accepts its run, a remote agent fetches it; such a run lasts until the agent reports its end or
 * its deadline passes.
 */
import type { JsonObject, Run, SkillFile } from '@muster/contracts';
import type { IsolationName, Outcome, Program, TimeLimits } from '@muster/runner-protocol';
import type { z } from 'zod';

/** An agent's adapterConfig, secrets included. */
type Config = z.output<typeof JsonObject>;

export interface ProgramInput {
  readonly config: Config;
  /** The stored instructions of the agent, where its adapter delivers them. */
  readonly instructions?: string;
  /** The same of its skills, by their paths in the folder of all skills. */
  readonly skills?: readonly SkillFile[];
  /** What keeps agents apart on the runner that is to start the program, where that is known. */
  readonly isolation?: IsolationName | undefined;
  /** Whether it works in a checkout of its own in which it commits. */
  readonly hasCommits?: boolean;
  /** Whether the runner passes messages on to a program while it runs. */
  readonly passesInput?: boolean;
  /** SERVICE_* and TRACEPARENT. */
  readonly variables: Readonly<Record<string, string>>;
}

/** The agent is a program that a runner starts. */
export interface LocalAdapter {
  readonly execution: 'local';
  limits(config: Config): TimeLimits;
  /** Whether agents name sessions in their output, for their next run to resume. */
  readonly keepsSessions: boolean;
  /**
   * Prints the version of the program and does nothing else; absent where that is not known of the
   * program.
   */
  readonly versionCommand?: readonly [string, ...string[]];
  /** What the program's own sandbox puts into the folder that it works in, as paths from there. */
  readonly masks?: readonly string[];
  /** The program of this run, or why there is none. */
  program(input: ProgramInput): Program | Outcome;
}

export interface CallInput extends ProgramInput {
  readonly run: Run;
  /** Its reason is a StopSignal. */
  readonly signal: AbortSignal;
}

/** The agent has accepted the run; or why it has not. */
export type CallOutcome = 'accepted' | Outcome;

/** The agent is a web service that is called. */
export interface CalledAdapter {
  readonly execution: 'called';
  limits(config: Config): TimeLimits;
  call(input: CallInput): Promise<CallOutcome>;
}

/** The agent fetches its runs itself. */
export interface RemoteAdapter {
  readonly execution: 'remote';
  limits(config: Config): TimeLimits;
}

export type Adapter = LocalAdapter | CalledAdapter | RemoteAdapter;

/** The agent was not started, and why. */
export const notStarted = (errorCode: string, error: string): Outcome => ({
  status: 'failed',
  exitCode: null,
  signal: null,
  error,
  errorCode,
});
