import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { claudeCode } from '@muster/cli-agents';
import { describe, expect, it } from 'vitest';
import { nothingReported, type ReportsSoFar } from '../../domain/checkpoint.ts';
import { lineReader } from './line-reader.ts';
import type { OutputReports } from './output-reports.ts';
import { openProgramReports } from './program-reports.ts';

const folder = join(import.meta.dirname, '../../../../../libs/cli-agents/transcripts/claude-code');
const bytesOf = (name: string): Buffer => readFileSync(join(folder, `${name}.jsonl`));
const terms = { provider: 'anthropic', isMetered: true, prices: { models: {} } };
const program = { agent: claudeCode, session: null, terms };

/** What is stored of the reports, and read by another process. */
const stored = (reports: OutputReports): ReportsSoFar =>
  JSON.parse(
    JSON.stringify({
      ...nothingReported,
      lineReport: reports.lineReport(),
      sessionId: reports.sessionId(),
    }),
  ) as ReportsSoFar;

const summaryOf = (reports: OutputReports) => ({
  used: reports.used(),
  session: reports.sessionId(),
  lineReport: reports.lineReport(),
  last: reports.lastLine(),
  warnings: reports.warnings(),
});

function read(bytes: Buffer, pieceBytes: number): OutputReports {
  const reports = openProgramReports(program, nothingReported);
  const reader = lineReader(reports.readStdout);
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    reader.read(bytes.subarray(at, at + pieceBytes));
  }
  reader.read(undefined);
  return reports;
}

describe('what a coding agent reports', () => {
  it.each(['success', 'sub-agent', 'refused-tool', 'turn-limit'])(
    'in %s is the same in whatever pieces its bytes arrive',
    (name) => {
      const bytes = bytesOf(name);
      const whole = summaryOf(read(bytes, bytes.length));
      expect(whole.used?.usage.outputTokens).toBeGreaterThan(0);
      for (const pieceBytes of [1, 7, 4_096]) {
        expect(summaryOf(read(bytes, pieceBytes))).toEqual(whole);
      }
    },
  );

  it('is the same where another process goes on reading it', () => {
    const lines = bytesOf('sub-agent').toString().trimEnd().split('\n');
    const whole = summaryOf(read(bytesOf('sub-agent'), 4_096));
    for (const [at] of lines.entries()) {
      const first = openProgramReports(program, nothingReported);
      for (const line of lines.slice(0, at)) first.readStdout(line);
      const second = openProgramReports(program, stored(first));
      for (const line of lines.slice(at)) second.readStdout(line);
      expect(summaryOf(second)).toEqual(whole);
    }
  });

  it('counts from standard output alone', () => {
    const reports = openProgramReports(program, nothingReported);
    for (const line of bytesOf('success').toString().split('\n')) reports.readStderr(line);
    expect(summaryOf(reports)).toMatchObject({ used: undefined, lineReport: {} });
  });

  it('is a later start after a quota that names no end', () => {
    const reports = openProgramReports(program, nothingReported);
    reports.readStdout(
      JSON.stringify({ type: 'result', subtype: 'success', is_error: true, api_error_status: 429 }),
    );
    expect(Date.parse(reports.notBefore() ?? '')).toBeGreaterThan(Date.now());
  });
});
