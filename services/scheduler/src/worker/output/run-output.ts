/**
 * The output of a run while it is running: masked, stored, and searched for reports. It is
 * acknowledged to the runner up to the last checkpoint that is stored.
 */
import type { LineReport } from '@muster/cli-agents';
import { cutText, RUN_LOG, type RunLogPiece, type RunWarning, type Usage } from '@muster/contracts';
import { publishLive, type Runtime } from '@muster/service-kit';
import type { OutputStream } from '@muster/runner-protocol';
import { nothingReported, type Checkpoint, type ReportsSoFar } from '../../domain/checkpoint.ts';
import type { HeldRun } from '../../domain/held-run.ts';
import { sourceOf } from '../../domain/log-slice.ts';
import type { ReportRules } from '../../domain/output-line.ts';
import type { ReportedUse } from '../../domain/reported-use.ts';
import { appendPiece, saveCheckpoint } from '../../store/run-output/run-log.ts';
import { addWarning } from '../../store/runs/run-warnings.ts';
import { openLastLines } from './last-lines.ts';
import type { LogPiece } from './log-pieces.ts';
import { maskTexts, type Masker } from './mask-output.ts';
import { openOutputReader } from './output-reader.ts';
import { openReports, type OutputReports } from './output-reports.ts';
import { openProgramReports, type KnownProgram } from './program-reports.ts';
import { retryUntil } from '../retry-until.ts';
import { saversOf } from './report-savers.ts';
import type { LatestSaver } from './save-latest.ts';

/** Shortest time between two saved reports of a run. */
const SAVE_REPORTS_MS = 1_000;
const SUMMARY_MAX = 500;
const usageUnknown: RunWarning = { code: 'usage_unknown' };

export interface RunOutput {
  /** Where the output of another program of the run begins, after this one has ended. */
  next(): Checkpoint;
  /** `offset`: of the first of these bytes. Those before the checkpoint are skipped. */
  write(stream: OutputStream, offset: number, bytes: Uint8Array): void;
  /** Resolves when all output is stored. */
  end(): Promise<void>;
  /** Another process goes on from the last checkpoint; resolves when nothing is being stored. */
  abandon(): Promise<void>;
  /** Of a run that has ended. */
  used(): ReportedUse | undefined;
  /** Of a run that has ended. */
  warnings(): readonly RunWarning[];
  /** The last line of standard output that is no report; what a coding agent said last. */
  summary(): string | null;
  /** The last lines of standard error, which may quote a secret. */
  lastErrors(): readonly string[];
  /** Of the program of a coding agent. */
  lineReport(): LineReport | undefined;
}

export interface OutputListeners {
  /** Called every second with the usage so far. */
  readonly onUsage: (usage: Usage) => void;
  /** Called with the session that the run has named last, if it is a new one, every second. */
  readonly onSession: (sessionId: string) => Promise<void>;
  /** Called with the newest time before which the agent asks not to be started, every second. */
  readonly onNotBefore: (notBefore: string) => Promise<void>;
  /** Called once where the provider warns that its quota is nearly used up. */
  readonly onNearlyUsed: () => Promise<void>;
  /** The output before this offset is stored. */
  readonly onStored: (offset: number) => void;
}

export interface OutputParts {
  readonly runtime: Runtime;
  readonly run: HeldRun;
  readonly masker: Masker;
  readonly rules: ReportRules;
  /** Where the program is one of a coding agent, the rules do not count. */
  readonly program: KnownProgram | undefined;
  /** How long the rest is tried to be stored after the end of the program. */
  readonly leaseSeconds: number;
  /** Where another process has stopped reading. */
  readonly from: Checkpoint | undefined;
}

export function openRunOutput(parts: OutputParts, listeners: OutputListeners): RunOutput {
  const { runtime, run, masker, from, leaseSeconds } = parts;
  const givenUp = new AbortController();
  const inOrder = openWriter(parts, givenUp.signal);
  const allStored = (): Promise<void> => inOrder(() => Promise.resolve());
  const { before, reports } = openReportsOf(parts);
  const errors = openLastLines(before.lastErrors);
  const savers = saversOf({ runtime, run, masker, inOrder, ...listeners }, reports);
  const storeInOrder = (piece?: LogPiece, checkpoint?: Checkpoint): Promise<void> =>
    inOrder(async () => {
      const isStored = await store(parts, piece, checkpoint);
      if (isStored && checkpoint) listeners.onStored(checkpoint.offset);
    });
  const reader = openOutputReader({
    masker,
    reports,
    reportsSoFar: () => ({
      ...shown(reports, masker),
      lastErrors: errors.lines().map(masker.mask),
    }),
    onStderr: errors.add,
    from,
    store: (piece, checkpoint) => void storeInOrder(piece, checkpoint),
  });
  const saving = setInterval(() => saveReports(reports, savers, listeners), SAVE_REPORTS_MS);
  return {
    next: () => ({ offset: 0, ...reader.logEnd(), reports: nothingReported }),
    write: reader.write,
    async end() {
      clearInterval(saving);
      reader.end();
      for (const saver of savers) saver.end();
      // Where another party has ended the run, its end is not what brings the warning.
      if (reports.unknownUse()) void inOrder(() => addWarning(runtime.db, run, 'usage_unknown'));
      const timer = setTimeout(() => givenUp.abort(), leaseSeconds * 1_000);
      await allStored();
      clearTimeout(timer);
    },
    async abandon() {
      clearInterval(saving);
      reader.abandon();
      givenUp.abort();
      await allStored();
    },
    used: () => reports.used() ?? reports.unknownUse(),
    warnings: () => [...reports.warnings(), ...(reports.unknownUse() ? [usageUnknown] : [])],
    summary: () => shown(reports, masker).lastLine,
    lastErrors: errors.lines,
    lineReport: reports.lineReport,
  };
}

function openReportsOf({ program, rules, from }: OutputParts) {
  const before = from?.reports ?? nothingReported;
  const reports = program ? openProgramReports(program, before) : openReports(rules, before);
  return { before, reports };
}

function saveReports(
  reports: OutputReports,
  savers: readonly LatestSaver[],
  { onUsage }: OutputListeners,
): void {
  const used = reports.used();
  if (used) onUsage(used.usage);
  for (const saver of savers) saver.tick();
}

/**
 * Writes one after the other. One that fails is tried again, and what follows waits: a log has no
 * gaps, and the program is paused when too much waits.
 */
function openWriter({ runtime: { log }, run }: OutputParts, givenUp: AbortSignal) {
  let writes: Promise<unknown> = Promise.resolve();
  const options = { log: log.child({ runId: run.id }), what: 'storing output', until: givenUp };
  return async (write: () => Promise<unknown>): Promise<void> => {
    writes = writes.then(() => retryUntil(options, write));
    await writes;
  };
}

/** The reports in a form in which they can be stored. */
function shown(reports: OutputReports, { mask }: Masker): ReportsSoFar {
  const [line, id, lineReport] = [reports.lastLine(), reports.sessionId(), reports.lineReport()];
  const isShown = id !== undefined && mask(id) === id;
  return {
    usage: reports.used()?.usage,
    sessionId: isShown ? id : undefined,
    notBefore: reports.notBefore(),
    hasIgnoredUsage: reports.warnings().some(({ code }) => code === 'usage_ignored'),
    lastLine: line === null ? null : cutText(mask(line), SUMMARY_MAX),
    lineReport: lineReport && withoutHidden(maskTexts(lineReport, mask), isShown),
  };
}

const withoutHidden = ({ session, ...lineReport }: LineReport, isShown: boolean): LineReport => ({
  ...lineReport,
  ...(isShown && session !== undefined ? { session } : {}),
});

/** A piece is stored for readers and sent to live listeners. False if the run was taken over. */
async function store(
  { runtime, run }: OutputParts,
  piece: LogPiece | undefined,
  checkpoint: Checkpoint | undefined,
): Promise<boolean> {
  if (!piece) return checkpoint !== undefined && saveCheckpoint(runtime.db, run, checkpoint);
  if (!(await appendPiece(runtime.db, run, piece, checkpoint))) return false;
  const { id: runId, agentId, companyId } = run;
  const { start: offset, text, marks } = piece;
  const sources = marks && marks.map(sourceOf);
  const sent: RunLogPiece = { runId, agentId, offset, text, ...(sources ? { sources } : {}) };
  publishLive(runtime, { companyId, name: RUN_LOG }, sent);
  return true;
}
