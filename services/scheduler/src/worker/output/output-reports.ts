/** The newest reports of an agent in the lines of its output: usage, session, back-off. */
import type { LineReport } from '@muster/cli-agents';
import type { RunWarning } from '@muster/contracts';
import type { ReportsSoFar } from '../../domain/checkpoint.ts';
import { readOutputLine, type ReportRules } from '../../domain/output-line.ts';
import type { ReportedUse } from '../../domain/reported-use.ts';

export interface OutputReports {
  readStdout(line: string): void;
  /** Nothing on standard error is a report. */
  readStderr(line: string): void;
  /** The same object until a line changes it. */
  used(): ReportedUse | undefined;
  /** At the end of a run that has not said what it used, although it has used something. */
  unknownUse(): ReportedUse | undefined;
  sessionId(): string | undefined;
  /** The time before which the agent asks not to be started. */
  notBefore(): string | undefined;
  /** The provider warns that its quota is nearly used up. */
  nearlyUsed(): true | undefined;
  warnings(): readonly RunWarning[];
  /** The last line of standard output that is no report; what a coding agent said last. */
  lastLine(): string | null;
  /** Of the program of a coding agent. */
  lineReport(): LineReport | undefined;
}

/** `before`: what another process has read. */
export function openReports(rules: ReportRules, before: ReportsSoFar): OutputReports {
  let { sessionId, notBefore, hasIgnoredUsage, lastLine } = before;
  let used: ReportedUse | undefined = before.usage && { usage: before.usage };
  return {
    readStdout(line) {
      const report = readOutputLine(line, rules);
      if (report === 'ignored') {
        hasIgnoredUsage = true;
        return;
      }
      if (report?.usage) used = { usage: report.usage };
      sessionId = report?.sessionId ?? sessionId;
      notBefore = report?.notBefore ?? notBefore;
      if (report?.isMarked || report?.usage) return;
      if (line.trim() !== '') lastLine = line.trim();
    },
    readStderr(line) {
      const report = readOutputLine(line, rules);
      if (report === 'ignored' || report?.usage) hasIgnoredUsage = true;
    },
    used: () => used,
    unknownUse: () => undefined,
    sessionId: () => sessionId,
    notBefore: () => notBefore,
    nearlyUsed: () => undefined,
    warnings: () => (hasIgnoredUsage ? [{ code: 'usage_ignored' }] : []),
    lastLine: () => lastLine,
    lineReport: () => undefined,
  };
}
