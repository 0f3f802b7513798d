/**
 * Adapter contracts. A local adapter starts a process and knows how it ended. A called agent (http)
 * accepts its run, a remote agent fetches it; such a run lasts until the agent reports its end or
 * its deadline passes.
 */
import type { JsonObject, Run, RunStatus } from '@muster/contracts';
import type { z } from 'zod';

export type OutputStream = 'stdout' | 'stderr';

/**
 * Why a run is stopped. `cancelled`: on request. `budget_exhausted`: further work must not be paid
 * for. `lease_lost`: another worker may have the run, so the process must be gone at once.
 * `draining`: this process of the scheduler is stopping.
 */
export type StopSignal = 'cancelled' | 'budget_exhausted' | 'lease_lost' | 'draining';

export interface TimeLimits {
  readonly timeoutSec: number;
  /** Between asking a process to end and killing it. */
  readonly graceSec: number;
}

export interface Outcome {
  readonly status: Extract<RunStatus, 'succeeded' | 'failed' | 'timed_out' | 'cancelled'>;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly error: string | null;
  readonly errorCode: string | null;
}

/** An agent's adapterConfig, secrets included. */
type Config = z.output<typeof JsonObject>;

interface RunInput {
  readonly config: Config;
  /** SERVICE_* and TRACEPARENT. */
  readonly variables: Readonly<Record<string, string>>;
  /** Its reason is a StopSignal. */
  readonly signal: AbortSignal;
}

export interface StartInput extends RunInput {
  readonly agentId: string;
  /** Working directory of an agent whose configuration names none. */
  readonly home: string;
  readonly onOutput: (stream: OutputStream, bytes: Buffer) => void;
}

/** The agent is a process of this machine. */
export interface LocalAdapter {
  readonly execution: 'local';
  limits(config: Config): TimeLimits;
  /** Whether agents name sessions in their output, for their next run to resume. */
  readonly keepsSessions: boolean;
  start(input: StartInput): Promise<Outcome>;
}

export interface CallInput extends RunInput {
  readonly run: Run;
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
