/** How a run of a program ended, by its last event first and by its exit second. */
import type { CliAgent } from './cli-agent.ts';
import type { Ending, LineReport } from './line-report.ts';

export interface CliExit {
  /** Null where a signal ended the program. */
  readonly exitCode: number | null;
  /** The run was to resume a session. */
  readonly resumed: boolean;
}

/**
 * A program that says that it has finished has: a bad exit code after it is kept and changes nothing.
 * One that exits without saying so has not, whatever its exit code.
 */
export function decideEnding(
  report: LineReport,
  { exitCode, resumed }: CliExit,
  agent: Pick<CliAgent, 'refusesSessionsSilently' | 'exitCodes'>,
): Ending {
  if (report.ended) return report.ended;
  if (exitCode === 0) return { ok: false, code: 'no_result' };
  const isRefused = resumed && exitCode !== null && report.session === undefined;
  if (isRefused && agent.refusesSessionsSilently) return { ok: false, code: 'session_unknown' };
  const code = exitCode === null ? undefined : agent.exitCodes?.[exitCode];
  if (code === undefined || (code === 'session_unknown' && !isRefused)) return { ok: false };
  return { ok: false, code };
}
