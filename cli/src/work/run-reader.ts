/** What a run reports of itself in its output: its usage so far, its last words, how it ended. */
import {
  addReport,
  claudeCode,
  codex,
  decideEnding,
  geminiCli,
  opencode,
  type CliAgent,
  type LineReport,
} from '@muster/cli-agents';
import type { Input } from '@muster/client';
import { cutText } from '@muster/contracts/cut-text';
import type { Outcome } from '@muster/runner-protocol';
import { usageOf } from './usage.ts';

type Finish = Input<'finishRun'>;
export type Ending = Pick<Finish, 'status' | 'error' | 'resultSummary' | 'usage' | 'notBefore'>;

/** Characters that the interface takes of an ending. */
const TEXT_MAX = 4_000;
/** A line that goes on for longer is no line of a program. */
const LINE_MAX = 1_048_576;

export const programs: Readonly<Record<string, CliAgent>> = {
  claude_code: claudeCode,
  codex,
  opencode,
  gemini_cli: geminiCli,
};

export interface RunReader {
  read(stream: 'stdout' | 'stderr', text: string): void;
  usage(): Finish['usage'];
  notBefore(): string | undefined;
  ending(outcome: Outcome): Ending;
}

/** @param agent whose output it is; without it only the last line and the exit code count */
export function openRunReader(agent: CliAgent | undefined): RunReader {
  const rests = { stdout: '', stderr: '' };
  const readLine = agent?.read();
  let report: LineReport = {};
  let lastLine = '';
  const take = (stream: 'stdout' | 'stderr', line: string): void => {
    if (line.trim() === '') return;
    if (!readLine) {
      if (stream === 'stdout') lastLine = line.trim();
      return;
    }
    if (stream === 'stderr' && !agent?.logsFailures) return;
    const next = readLine(line, new Date(), stream);
    if (next) report = addReport(report, next);
  };
  const finish = (): void => {
    for (const stream of ['stdout', 'stderr'] as const) take(stream, rests[stream]);
  };
  return {
    read(stream, text) {
      const lines = (rests[stream] + text).split('\n');
      rests[stream] = (lines.pop() ?? '').slice(0, LINE_MAX);
      for (const line of lines) take(stream, line);
    },
    usage: () => usageOf(report),
    notBefore: () => report.notBefore,
    ending(outcome) {
      finish();
      const usage = usageOf(report);
      const { notBefore } = report;
      return {
        ...(agent ? ofProgram(report, outcome, agent) : ofProcess(outcome, lastLine)),
        ...(usage ? { usage } : {}),
        ...(notBefore === undefined ? {} : { notBefore }),
      };
    },
  };
}

function ofProcess({ status, error }: Outcome, lastLine: string): Ending {
  const summary = lastLine === '' ? {} : { resultSummary: cutText(lastLine, TEXT_MAX) };
  if (status === 'succeeded') return { status, ...summary };
  if (status === 'cancelled') return { status, ...(error ? { error } : {}), ...summary };
  return { status: 'failed', error: error ?? 'The command failed', ...summary };
}

function ofProgram(report: LineReport, outcome: Outcome, agent: CliAgent): Ending {
  const { status, exitCode, error } = outcome;
  const summary = report.summary ? { resultSummary: cutText(report.summary, TEXT_MAX) } : {};
  if (status === 'cancelled') return { status, ...(error ? { error } : {}), ...summary };
  if (status === 'timed_out')
    return { status: 'failed', error: error ?? 'It took too long', ...summary };
  const { ok, code, message } = decideEnding(report, { exitCode, resumed: false }, agent);
  if (ok) return { status: 'succeeded', ...summary };
  const why = message ?? error ?? 'The program did not say that it has finished';
  return { status: 'failed', error: cutText(code ? `${code}: ${why}` : why, TEXT_MAX), ...summary };
}
