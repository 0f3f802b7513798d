/** The output of a run while it lives: kept, searched for usage, and reported on. */
import { RUN_LOG, type Run, type RunLogPiece, type Usage } from '@muster/contracts';
import { tellListeners, type Runtime } from '@muster/service-kit';
import type { OutputStream } from '../adapters/adapter.ts';
import { notBeforeOfLine } from '../domain/rest.ts';
import { sessionOfLine } from '../domain/session.ts';
import { usageOfLine } from '../domain/usage.ts';
import { appendPiece } from '../store/run-log.ts';
import { saveUsage } from '../store/run-lifecycle.ts';
import type { Cleaner } from './clean-output.ts';
import { keepOutput, type KeptPiece } from './kept-output.ts';
import { sayRun, writeRuns } from './say-run.ts';

/** Longest line that is searched for usage. */
const LINE_MAX = 65_536;
/** A live run says at most this often what it has used. */
const USAGE_REPORT_MS = 1_000;
const SUMMARY_MAX = 500;

export interface RunOutput {
  write(stream: OutputStream, bytes: Buffer): void;
  /** Everything so far is kept when this resolves. */
  end(): Promise<void>;
  usage(): Usage | undefined;
  /** The last line of standard output that is not a usage line. */
  summary(): string | null;
}

export interface OutputReaders {
  /** Told every second what the run has used so far. */
  readonly onUsage: (usage: Usage) => void;
  /** Told of each other session that the run names. */
  readonly onSession: (sessionId: string) => Promise<void>;
  /** Told of each other moment before which the agent asks not to be started again. */
  readonly onRest: (notBefore: string) => Promise<void>;
}

export function openRunOutput(
  runtime: Runtime,
  run: Run,
  cleaner: Cleaner,
  { onUsage, onSession, onRest }: OutputReaders,
): RunOutput {
  let usage: Usage | undefined;
  let reported: Usage | undefined;
  let summary: string | null = null;
  let working = Promise.resolve();
  const inOrder = (work: () => Promise<unknown>): void => {
    working = working.then(work).then(
      () => undefined,
      (error: unknown) => runtime.log.warn({ err: error, runId: run.id }, 'output was not kept'),
    );
  };
  // What has to be masked where it is shown is not kept as it is.
  const named = eachOther((id) => cleaner.clean(id) === id && inOrder(() => onSession(id)));
  const rested = eachOther((notBefore) => inOrder(() => onRest(notBefore)));
  const heard = (stream: OutputStream) => (line: string): void => {
    if (stream === 'stdout') {
      named(sessionOfLine(line));
      rested(notBeforeOfLine(line));
    }
    const found = usageOfLine(line);
    if (found) usage = found;
    else if (stream === 'stdout' && line.trim() !== '') summary = line.trim();
  };
  const lines = { stdout: lineReader(heard('stdout')), stderr: lineReader(heard('stderr')) };
  const kept = keepOutput(cleaner, (piece) => inOrder(() => keepPiece(runtime, run, piece)));
  const reporting = setInterval(() => {
    if (usage) onUsage(usage);
    if (!usage || usage === reported) return;
    const latest = usage;
    reported = latest;
    inOrder(() => reportUsage(runtime, run, latest));
  }, USAGE_REPORT_MS);
  return {
    write: (stream, bytes) => kept.add(lines[stream](bytes)),
    async end() {
      clearInterval(reporting);
      for (const stream of ['stdout', 'stderr'] as const) kept.add(lines[stream](undefined));
      kept.end();
      await working;
    },
    usage: () => usage,
    summary: () => (summary === null ? null : cleaner.clean(summary).slice(0, SUMMARY_MAX)),
  };
}

/** What is kept can be read; whoever listens is told at once. */
async function keepPiece(runtime: Runtime, run: Run, piece: KeptPiece): Promise<void> {
  const { start, text, truncated } = piece;
  if (!(await appendPiece(runtime.db, run, piece, truncated))) return;
  const { id: runId, agentId, companyId } = run;
  const told: RunLogPiece = { runId, agentId, offset: start, text };
  tellListeners(runtime, { companyId, name: RUN_LOG }, told);
}

/** Passes on what is another than the last one. */
function eachOther(pass: (value: string) => unknown): (value: string | undefined) => void {
  let last: string | undefined;
  return (value) => {
    if (value === undefined || value === last) return;
    last = value;
    pass(value);
  };
}

const reportUsage = (runtime: Runtime, run: Run, usage: Usage): Promise<void> =>
  writeRuns(runtime, async (context) => {
    const saved = await saveUsage(context.db, run, usage);
    if (saved) sayRun(context, 'run.usage_reported', saved);
  }, { runId: run.id });

/**
 * Decodes across the borders of chunks, hands out lines, and returns text that Postgres can keep.
 */
function lineReader(heard: (line: string) => void): (bytes: Buffer | undefined) => string {
  const decoder = new TextDecoder();
  let line = '';
  return (bytes) => {
    const decoded = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    const text = decoded.replaceAll('\0', '\uFFFD');
    const parts = (line + text).split('\n');
    line = (parts.pop() ?? '').slice(0, LINE_MAX);
    for (const part of parts) heard(part);
    if (!bytes && line !== '') heard(line);
    return text;
  };
}
