/** The output of a run while it is running: masked, stored, and searched for reports. */
import { RUN_LOG, type RunLogPiece, type RunWarning, type Usage } from '@muster/contracts';
import { publishLive, type Runtime } from '@muster/service-kit';
import type { OutputStream } from '../agent-processes/adapter.ts';
import { emitRun, writeRuns } from '../runs/run-transaction.ts';
import type { HeldRun } from '../domain/held-run.ts';
import type { ReportRules } from '../domain/output-line.ts';
import { saveUsage } from '../store/run-lifecycle.ts';
import { appendPiece } from '../store/run-log.ts';
import { addWarning } from '../store/run-warnings.ts';
import type { RunConfig } from './admit-run.ts';
import { lineReader } from './line-reader.ts';
import { openLogPieces, type LogPiece } from './log-pieces.ts';
import type { Masker } from './mask-output.ts';
import { openReports, type OutputReports } from './output-reports.ts';
import { saveLatest, type LatestSaver } from './save-latest.ts';

/** Shortest time between two saved reports of a run. */
const SAVE_REPORTS_MS = 1_000;
/** More than any program has sessions; the last one is saved in any case. */
const SESSION_SAVES_MAX = 100;
/** A provider's quota has one end; a program that corrects itself more often has none. */
const NOT_BEFORE_SAVES_MAX = 100;
const SUMMARY_MAX = 500;

export interface RunOutput {
  write(stream: OutputStream, bytes: Buffer): void;
  /** Resolves when all output is stored. */
  end(): Promise<void>;
  usage(): Usage | undefined;
  warnings(): readonly RunWarning[];
  /** The last line of standard output that is no report. */
  summary(): string | null;
}

export interface OutputListeners {
  /** Called every second with the usage so far. */
  readonly onUsage: (usage: Usage) => void;
  /** Called with the session that the run has named last, if it is a new one, every second. */
  readonly onSession: (sessionId: string) => Promise<void>;
  /** Called with the newest time before which the agent asks not to be started, every second. */
  readonly onNotBefore: (notBefore: string) => Promise<void>;
}

export const reportRulesOf = ({ runtimeConfig }: RunConfig, nonce: string): ReportRules => ({
  nonce,
  believesUnmarkedLines: runtimeConfig.believeUnmarkedLines === true,
});

export function openRunOutput(
  runtime: Runtime,
  run: HeldRun,
  { masker, rules }: { readonly masker: Masker; readonly rules: ReportRules },
  listeners: OutputListeners,
): RunOutput {
  const { log } = runtime;
  let writes = Promise.resolve();
  const inOrder = (write: () => Promise<unknown>): Promise<void> => {
    writes = writes.then(write).then(
      () => undefined,
      (error: unknown) => log.warn({ err: error, runId: run.id }, 'storing output failed'),
    );
    return writes;
  };
  const reports = openReports(rules);
  const savers = saversOf({ runtime, run, masker, inOrder }, reports, listeners);
  const readers = {
    stdout: lineReader(reports.readStdout),
    stderr: lineReader(reports.readStderr),
  };
  const pieces = openLogPieces(
    masker,
    (piece) => void inOrder(() => saveLogPiece(runtime, run, piece)),
  );
  const saving = setInterval(() => {
    const usage = reports.usage();
    if (usage) listeners.onUsage(usage);
    for (const saver of savers) saver.tick();
  }, SAVE_REPORTS_MS);
  return {
    write: (stream, bytes) => pieces.add(readers[stream](bytes)),
    async end() {
      clearInterval(saving);
      for (const stream of ['stdout', 'stderr'] as const) pieces.add(readers[stream](undefined));
      pieces.end();
      for (const saver of savers) saver.end();
      await writes;
    },
    usage: reports.usage,
    warnings: () => warningsOf(reports),
    summary() {
      const line = reports.lastLine();
      return line === null ? null : masker.mask(line).slice(0, SUMMARY_MAX);
    },
  };
}

const warningsOf = (reports: OutputReports): readonly RunWarning[] =>
  reports.hasIgnoredUsage() ? ['usage_ignored'] : [];

interface SaverParts {
  readonly runtime: Runtime;
  readonly run: HeldRun;
  readonly masker: Masker;
  readonly inOrder: (write: () => Promise<unknown>) => Promise<void>;
}

const saversOf = (
  { runtime, run, masker, inOrder }: SaverParts,
  reports: OutputReports,
  { onSession, onNotBefore }: OutputListeners,
): readonly LatestSaver[] => [
  {
    ...saveLatest(reports.usage, (usage) => inOrder(() => reportUsage(runtime, run, usage))),
    // The end of the run reports the last usage.
    end: () => undefined,
  },
  saveLatest(
    reports.sessionId,
    // A session id that would be masked must not be stored.
    (id) => inOrder(async () => masker.mask(id) === id && onSession(id)),
    SESSION_SAVES_MAX,
  ),
  saveLatest(
    reports.notBefore,
    (notBefore) => inOrder(() => onNotBefore(notBefore)),
    NOT_BEFORE_SAVES_MAX,
  ),
  saveLatest(
    () => warningsOf(reports)[0],
    (warning) => inOrder(() => addWarning(runtime.db, run, warning)),
  ),
];

/** Stores the piece for readers and sends it to live listeners. */
async function saveLogPiece(runtime: Runtime, run: HeldRun, piece: LogPiece): Promise<void> {
  const { start, text, truncated } = piece;
  if (!(await appendPiece(runtime.db, run, piece, truncated))) return;
  const { id: runId, agentId, companyId } = run;
  const sent: RunLogPiece = { runId, agentId, offset: start, text };
  publishLive(runtime, { companyId, name: RUN_LOG }, sent);
}

const reportUsage = (runtime: Runtime, run: HeldRun, usage: Usage): Promise<void> =>
  writeRuns(
    runtime,
    async (context) => {
      const saved = await saveUsage(context.db, run, usage);
      if (saved) emitRun(context, 'run.usage_reported', saved);
    },
    { runId: run.id },
  );
