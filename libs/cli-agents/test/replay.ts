/** Replays recorded and written transcripts through a program's reader. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  addReport,
  decideEnding,
  type CliAgent,
  type CliExit,
  type LineReport,
} from '../src/index.ts';

/** When the transcripts with a moment were recorded. */
export const RECORDED_AT = new Date('2026-11-23T12:11:00.000Z');

export type Recorded = 'claude-code' | 'codex' | 'opencode' | 'gemini-cli';

export const recorded = (type: Recorded, name: string): readonly string[] =>
  readFileSync(join(import.meta.dirname, '../transcripts', type, `${name}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n');

export function replay(
  agent: CliAgent,
  lines: readonly string[],
  at = RECORDED_AT,
  model?: string,
): LineReport {
  const read = agent.read(model);
  return lines.reduce<LineReport>((sum, line) => {
    const report = read(line, at);
    return report ? addReport(sum, report) : sum;
  }, {});
}

/** The same by two readers: the second one knows of the first lines what was stored of them. */
export function replayInTwo(agent: CliAgent, lines: readonly string[], at: number): LineReport {
  const before = replay(agent, lines.slice(0, at));
  const stored = JSON.parse(JSON.stringify(before)) as LineReport;
  const read = agent.read(undefined, stored);
  return lines.slice(at).reduce<LineReport>((sum, line) => {
    const report = read(line, RECORDED_AT);
    return report ? addReport(sum, report) : sum;
  }, stored);
}

/** The ending of a run whose program printed these lines. */
export const endingOf = (agent: CliAgent, lines: readonly string[], exit: CliExit) =>
  decideEnding(replay(agent, lines), exit, agent);
