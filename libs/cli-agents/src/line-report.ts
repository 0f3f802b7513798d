/** What the lines of a program's output mean for its run. */

export type TroubleCode =
  | 'provider_quota'
  | 'provider_busy'
  | 'auth_required'
  | 'session_unknown'
  | 'model_unknown'
  | 'max_turns'
  | 'context_full'
  | 'no_result'
  | 'adapter_config';

/** Counts do not overlap: all four together are what the provider has seen and written. */
export interface ModelTokens {
  /** Neither read from a cache nor written to one. */
  readonly inputTokens: number;
  readonly cacheWriteTokens: number;
  readonly cachedInputTokens: number;
  /** Including reasoning. */
  readonly outputTokens: number;
}

export interface ModelUsage extends ModelTokens {
  /** `unknown` where the program names none. */
  readonly model: string;
  /** In dollars; absent where the program names no price. */
  readonly costUsd?: number;
  /** A part of what `costUsd` is for that an earlier run was booked with. */
  readonly booked?: ModelTokens;
}

export interface ReportedUsage {
  /** Whether the counts began with this run or with the session that it resumes. */
  readonly scope: 'run' | 'session';
  readonly provider: string;
  readonly models: readonly ModelUsage[];
}

export interface Ending {
  readonly ok: boolean;
  /** Absent where the program failed for a reason that has no code. */
  readonly code?: TroubleCode;
  /** Plain text of at most 2,000 characters, without control characters. */
  readonly message?: string;
}

/** Absent where it is what most runs have. */
export interface Seen {
  /** Counts are those of this run alone. */
  readonly scope?: 'run';
  /** What an answer that the program wrote itself says went wrong. */
  readonly trouble?: string;
  /** Calls of tools without a result yet: id and name. */
  readonly calls?: readonly (readonly [string, string])[];
  /** The last text goes on after these blanks. */
  readonly pause?: string;
  /** Ids of the newest answers in `usedAtLeast`. */
  readonly answers?: readonly string[];
  /** How the last turn with a result ended: one without any does not replace it. */
  readonly finished?: Ending;
  /** Tasks that the agent itself asked to stop and that have not stopped yet. */
  readonly stopping?: number;
  /** It has asked its provider, and neither an answer nor a tool is under way. */
  readonly asks?: true;
  /** New attempts to reach the provider without a success in between, and the first one's moment in ISO. */
  readonly attempts?: readonly [number, string];
}

export interface LineReport {
  /** The session's id, once. */
  readonly session?: string;
  /** Work has begun or goes on: an ending before this line was not the last one. */
  readonly begun?: true;
  /** Replaces earlier usage of this run. */
  readonly used?: ReportedUsage;
  /**
   * The least that a live run has used; `used` replaces it. Counts of one run whatever the session,
   * and output is counted from the beginning of an answer, so they are too low.
   */
  readonly usedAtLeast?: readonly ModelUsage[];
  /** In ISO; the provider's quota is used up until then. */
  readonly notBefore?: string;
  /** The provider warns that the quota is nearly used up. */
  readonly nearlyUsed?: true;
  /** The last text of the agent. */
  readonly summary?: string;
  /** Names of tools that were refused, once for each time. */
  readonly refused?: readonly string[];
  readonly ended?: Ending;
  /** Id of a message in its input that the model gets now. */
  readonly shown?: string;
  /** It would go on trying what it has failed at several times: nothing better comes of it. */
  readonly givenUp?: true;
  /** Tasks in the background that are alive. */
  readonly tasks?: number;
  /** Tasks that the program stopped, without the agent asking for it. */
  readonly tasksStopped?: number;
  /** What a reader that goes on after these lines has to know of them. */
  readonly seen?: Seen;
}

/** What all lines together mean: later lines replace what earlier ones reported. */
export function addReport(sum: LineReport, next: LineReport): LineReport {
  const { ended, givenUp, begun, shown: _, ...before } = sum;
  if (next.begun) return { ...before, ...next };
  return {
    ...before,
    ...(begun && { begun }),
    ...(ended && { ended }),
    ...(givenUp && { givenUp }),
    ...next,
  };
}
