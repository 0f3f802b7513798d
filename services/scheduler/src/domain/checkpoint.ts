/**
 * Where another process goes on reading the output of a run. It is stored with the output before it,
 * so a new reader that begins there comes to the same log and the same reports.
 */
import type { LineReport } from '@muster/cli-agents';
import type { Usage } from '@muster/contracts';

export interface Checkpoint {
  /** Bytes of output before it, of both streams together. */
  readonly offset: number;
  /** Length of the run's log at this point, in bytes. */
  readonly logBytes: number;
  /** Some of the output is left out of the log. */
  readonly isLogFull: boolean;
  /** What the lines before it have reported. */
  readonly reports: ReportsSoFar;
}

export interface ReportsSoFar {
  readonly usage?: Usage | undefined;
  readonly sessionId?: string | undefined;
  readonly notBefore?: string | undefined;
  readonly hasIgnoredUsage: boolean;
  /** The last line of standard output that is no report, masked. */
  readonly lastLine: string | null;
  /** The last lines of standard error, masked. */
  readonly lastErrors?: readonly string[] | undefined;
  /** What the program of a coding agent has said, masked. */
  readonly lineReport?: LineReport | undefined;
}

export const nothingReported: ReportsSoFar = { hasIgnoredUsage: false, lastLine: null };
