/** What a run has used, as it is booked, and what its session has to remember of it. */
import {
  countsAfter,
  nothingCounted,
  usedByRun,
  type LineReport,
  type ModelUsage,
  type SessionCounts,
} from '@muster/cli-agents';
import type { Usage } from '@muster/contracts';
import { centsOf } from './usage.ts';

export interface ReportedUse {
  readonly usage: Usage;
  /** Of a session whose program counts on: stored with the usage, so that both count once. */
  readonly counts?: { readonly sessionId: string; readonly of: SessionCounts };
}

/** The session that a run of a coding agent was offered. */
export interface OfferedSession {
  readonly offered: string | null;
  readonly counts?: SessionCounts | null | undefined;
}

/** Nothing where the program has not said what it used. */
export function useOf(
  lineReport: LineReport,
  session: OfferedSession | null,
  provider: string,
): ReportedUse | undefined {
  const isAnother = lineReport.session !== undefined && lineReport.session !== session?.offered;
  const before = (isAnother ? undefined : session?.counts) ?? nothingCounted;
  const models = usedByRun(lineReport, before);
  if (!models) return undefined;
  const usage = sumOf(models, lineReport.used?.provider ?? provider);
  if (lineReport.session === undefined) return { usage };
  return { usage, counts: { sessionId: lineReport.session, of: countsAfter(lineReport, before) } };
}

/** Input is what was not read from a cache. The model is the one that has seen and written most. */
function sumOf(models: readonly ModelUsage[], provider: string): Usage {
  const sum = (of: (usage: ModelUsage) => number): number =>
    Math.min(
      Number.MAX_SAFE_INTEGER,
      models.reduce((total, usage) => total + of(usage), 0),
    );
  const [main] = models.toSorted((a, b) => tokensOf(b) - tokensOf(a));
  const isPriced = models.length > 0 && models.every(({ costUsd }) => costUsd !== undefined);
  return {
    inputTokens: sum(({ inputTokens, cacheWriteTokens }) => inputTokens + cacheWriteTokens),
    cachedInputTokens: sum(({ cachedInputTokens }) => cachedInputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    costCents: isPriced ? centsOf(sum(({ costUsd = 0 }) => costUsd)) : null,
    provider,
    model: main?.model ?? 'unknown',
  };
}

const tokensOf = (usage: ModelUsage): number =>
  usage.inputTokens + usage.cacheWriteTokens + usage.cachedInputTokens + usage.outputTokens;
