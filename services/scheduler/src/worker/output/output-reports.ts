/** The newest reports of an agent in the lines of its output: usage, session, back-off. */
import type { Usage } from '@muster/contracts';
import type { ReportsSoFar } from '../../domain/checkpoint.ts';
import { readOutputLine, type ReportRules } from '../../domain/output-line.ts';

export interface OutputReports {
  readStdout(line: string): void;
  /** Nothing on standard error is a report. */
  readStderr(line: string): void;
  usage(): Usage | undefined;
  sessionId(): string | undefined;
  /** The time before which the agent asks not to be started. */
  notBefore(): string | undefined;
  /** Whether a line has reported usage that does not count. */
  hasIgnoredUsage(): boolean;
  /** The last line of standard output that is no report. */
  lastLine(): string | null;
}

/** `before`: what another process has read. */
export function openReports(rules: ReportRules, before: ReportsSoFar): OutputReports {
  let { usage, sessionId, notBefore, hasIgnoredUsage, lastLine } = before;
  return {
    readStdout(line) {
      const report = readOutputLine(line, rules);
      if (report === 'ignored') {
        hasIgnoredUsage = true;
        return;
      }
      usage = report?.usage ?? usage;
      sessionId = report?.sessionId ?? sessionId;
      notBefore = report?.notBefore ?? notBefore;
      if (report?.isMarked || report?.usage) return;
      if (line.trim() !== '') lastLine = line.trim();
    },
    readStderr(line) {
      const report = readOutputLine(line, rules);
      if (report === 'ignored' || report?.usage) hasIgnoredUsage = true;
    },
    usage: () => usage,
    sessionId: () => sessionId,
    notBefore: () => notBefore,
    hasIgnoredUsage: () => hasIgnoredUsage,
    lastLine: () => lastLine,
  };
}
