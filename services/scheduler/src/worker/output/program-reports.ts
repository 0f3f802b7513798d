/** What the program of a coding agent reports in its output, in its own form. */
import { addReport, type CliAgent, type LineReport } from '@muster/cli-agents';
import type { OutputStream } from '@muster/runner-protocol';
import type { ReportsSoFar } from '../../domain/checkpoint.ts';
import { QUOTA_AGAIN_SECONDS } from '../../domain/quota/not-before.ts';
import {
  unknownUseOf,
  useOf,
  type OfferedSession,
  type ReportedUse,
  type UseTerms,
} from '../../domain/reported-use.ts';
import { warningsOf } from '../../domain/run-warnings.ts';
import { QUOTA } from '../../domain/run-endings.ts';
import type { OutputReports } from './output-reports.ts';

export interface KnownProgram {
  readonly agent: CliAgent;
  readonly session: OfferedSession | null;
  readonly terms: UseTerms;
  /** The model gets a message of its input. */
  readonly onShown?: ((id: string) => void) | undefined;
}

/** `before`: what another process has read. */
export function openProgramReports(
  { agent, session, terms, onShown }: KnownProgram,
  before: ReportsSoFar,
): OutputReports {
  let lineReport: LineReport = before.lineReport ?? {};
  const read = agent.read(terms.model, lineReport);
  const useNow = (): ReportedUse | undefined => useOf(lineReport, session, terms);
  let used = useNow();
  let notBefore = lineReport.notBefore;
  const readFrom = (stream: OutputStream, line: string): void => {
    const at = new Date();
    const report = read(line, at, stream);
    if (!report) return;
    lineReport = addReport(lineReport, report);
    if (report.shown !== undefined) onShown?.(report.shown);
    if (report.used || report.usedAtLeast || report.session) used = useNow();
    notBefore = lineReport.notBefore ?? (isOutOfQuota(report) ? later(at) : notBefore);
  };
  return {
    readStdout: (line) => readFrom('stdout', line),
    readStderr: (line) => {
      if (agent.logsFailures) readFrom('stderr', line);
    },
    used: () => used,
    unknownUse: () => unknownUseOf(lineReport, terms),
    sessionId: () => lineReport.session,
    notBefore: () => notBefore,
    nearlyUsed: () => lineReport.nearlyUsed,
    warnings: () => warningsOf(lineReport),
    lastLine: () => lineReport.summary ?? lineReport.ended?.message ?? null,
    lineReport: () => lineReport,
  };
}

const isOutOfQuota = ({ ended }: LineReport): boolean => ended?.code === QUOTA;

const later = (at: Date): string =>
  new Date(at.getTime() + QUOTA_AGAIN_SECONDS * 1_000).toISOString();
