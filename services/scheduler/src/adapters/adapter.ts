/** What an adapter is: a way to start an agent and to know how it ended. */
import type { JsonObject, RunStatus } from '@muster/contracts';
import type { z } from 'zod';

export type OutputStream = 'stdout' | 'stderr';

/**
 * Why a run is stopped. `cancelled`: somebody wants it to stop. `spent`: its budget is, so every
 * further second costs what nobody has. `taken`: it is not ours any more,
 * so its process must be gone at once. `draining`: this process of the scheduler is about to end.
 */
export type StopSignal = 'cancelled' | 'spent' | 'taken' | 'draining';

export interface TimeLimits {
  readonly timeoutSec: number;
  /** Between asking a process to end and ending it. */
  readonly graceSec: number;
}

export interface StartInput {
  readonly agentId: string;
  /** The agent's adapterConfig, secrets included. */
  readonly config: z.output<typeof JsonObject>;
  /** SERVICE_* and TRACEPARENT. */
  readonly variables: Readonly<Record<string, string>>;
  /** Working directory of an agent whose configuration names none. */
  readonly home: string;
  /** Its reason is a StopSignal. */
  readonly signal: AbortSignal;
  readonly onOutput: (stream: OutputStream, bytes: Buffer) => void;
}

export interface Outcome {
  readonly status: Extract<RunStatus, 'succeeded' | 'failed' | 'timed_out' | 'cancelled'>;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly error: string | null;
  readonly errorCode: string | null;
}

/** Its agents are started here; see `elsewhere.ts` for the others. */
export interface Adapter {
  readonly place?: 'here';
  limits(config: StartInput['config']): TimeLimits;
  /** Whether its agents name sessions in their output, to be told of them by their next run. */
  readonly keepsSessions?: boolean;
  start(input: StartInput): Promise<Outcome>;
}

/** The agent was not started, and why. */
export const notStarted = (errorCode: string, error: string): Outcome => ({
  status: 'failed', exitCode: null, signal: null, error, errorCode,
});
