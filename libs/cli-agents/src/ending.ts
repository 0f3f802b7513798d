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
  const isRefused = resumed && exitCode !== null && report.session === undefined;
  if (report.ended) {
    const { ok, code, message = '' } = report.ended;
    const isUnknown = !ok && code === undefined && isRefused && UNKNOWN_SESSION.test(message);
    return isUnknown ? { ...report.ended, code: 'session_unknown' } : report.ended;
  }
  if (isRefused && exitCode !== 0 && agent.refusesSessionsSilently) {
    return { ok: false, code: 'session_unknown' };
  }
  const code = exitCode === null ? undefined : agent.exitCodes?.[exitCode];
  if (code !== undefined && (code !== 'session_unknown' || isRefused)) return { ok: false, code };
  // Whatever a program prints about a session that it cannot resume, it has not begun.
  if (isRefused && !hasBegun(report)) return { ok: false, code: 'session_unknown' };
  return exitCode === 0 ? { ok: false, code: 'no_result' } : { ok: false };
}

const hasBegun = ({ begun, used, usedAtLeast, summary }: LineReport): boolean =>
  (begun ?? used ?? usedAtLeast ?? summary) !== undefined;

/** In the words of any program. */
const UNKNOWN_SESSION =
  /no (?:conversation|session|thread|rollout)s? (?:was |were )?found|(?:conversation|session|thread|rollout)\b.{0,200}\b(?:not found|not exist|no longer exists|unknown|invalid|expired)|(?:unknown|invalid|expired) (?:conversation|session|thread)/is;
