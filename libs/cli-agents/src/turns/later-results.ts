/**
 * A program may print another result after that of its work, as where something in the background ends in a turn
 * of its own. Where nothing came of that turn, the result of the work stays. Claude Code, whose results
 * count their turns, has this in its own reader.
 */
import type { LineReader } from '../cli-agent.ts';
import type { LineReport, Seen } from '../line-report.ts';

type OpenReader = (model?: string, before?: LineReport) => LineReader;

export const withLaterResults =
  (open: OpenReader): OpenReader =>
  (model, before = {}) => {
    const read = open(model, before);
    let seen: Seen = before.seen ?? {};
    let { finished } = seen;
    return (line, at, stream) => {
      const report = read(line, at, stream);
      if (!report) return undefined;
      if (report.seen) seen = report.seen;
      const { ended } = report;
      if (ended && finished && isEmpty(report)) {
        const { used: _, ...rest } = report;
        return { ...rest, ended: finished, seen: { ...seen, finished } };
      }
      const was = finished;
      if (ended && (finished || hasUse(report))) finished = ended;
      // The turn says something: what comes of it counts.
      else if (report.summary !== undefined) finished = undefined;
      if (report.seen === undefined && finished === was) return report;
      const { finished: _, ...others } = seen;
      return { ...report, seen: finished ? { ...others, finished } : others };
    };
  };

const hasUse = ({ used }: LineReport): boolean =>
  used?.models.some(
    ({ inputTokens, cacheWriteTokens, cachedInputTokens, outputTokens }) =>
      inputTokens + cacheWriteTokens + cachedInputTokens + outputTokens > 0,
  ) ?? false;

const isEmpty = (report: LineReport): boolean =>
  report.summary === undefined && report.ended?.message === undefined && !hasUse(report);
