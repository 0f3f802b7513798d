/**
 * Adapters of agents that run elsewhere. Such an agent is called or fetches its work; having it is
 * not having finished it, so the run lives on until the agent says how it ended, or its time is up.
 */
import type { JsonObject, Run } from '@muster/contracts';
import type { z } from 'zod';
import type { Outcome, TimeLimits } from './adapter.ts';

type Config = z.output<typeof JsonObject>;

export interface CallInput {
  readonly run: Run;
  /** The agent's adapterConfig, secrets included. */
  readonly config: Config;
  /** SERVICE_* and TRACEPARENT. */
  readonly variables: Readonly<Record<string, string>>;
  /** Its reason is a StopSignal. */
  readonly signal: AbortSignal;
}

/** The agent has taken the run; or why it has not. */
export type CallOutcome = 'accepted' | Outcome;

/** Its agents are called. */
export interface CalledAdapter {
  readonly place: 'called';
  limits(config: Config): TimeLimits;
  call(input: CallInput): Promise<CallOutcome>;
}

/** Its agents ask for their work by themselves. */
export interface FetchedAdapter {
  readonly place: 'fetched';
  limits(config: Config): TimeLimits;
}
