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
import { priceOfUse, sumOf, UNNAMED } from './prices/price-of-use.ts';
import type { PriceTable } from './prices/price-table.ts';

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

/** What is known of a program before it has said anything. */
export interface UseTerms {
  readonly provider: string;
  /** For a program that does not name its model. */
  readonly model?: string | undefined;
  /** Its provider is paid by the token. */
  readonly isMetered: boolean;
  readonly prices: PriceTable;
}

/** Nothing where the program has not said what it used. */
export function useOf(
  lineReport: LineReport,
  session: OfferedSession | null,
  terms: UseTerms,
): ReportedUse | undefined {
  const isAnother = lineReport.session !== undefined && lineReport.session !== session?.offered;
  const before = (isAnother ? undefined : session?.counts) ?? nothingCounted;
  const models = usedByRun(lineReport, before);
  if (!models) return undefined;
  const named = models.map((usage) => withModel(usage, terms.model));
  const provider = lineReport.used?.provider ?? terms.provider;
  const usage = { ...sumOf(named), ...priceOfUse(named, terms), provider };
  if (lineReport.session === undefined) return { usage };
  return { usage, counts: { sessionId: lineReport.session, of: countsAfter(lineReport, before) } };
}

/**
 * Of a program that ended before it said what it has used: it asked its model, so the use is unknown and
 * not nothing. What the provider or its own rules refused has its code, and was not used.
 */
export function unknownUseOf(
  { begun, used, usedAtLeast, ended }: LineReport,
  { provider, model = UNNAMED }: UseTerms,
): ReportedUse | undefined {
  const isKnown = used !== undefined || usedAtLeast !== undefined || ended?.code !== undefined;
  if (!begun || isKnown) return undefined;
  const usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };
  return { usage: { ...usage, costCents: null, priceStatus: 'unknown', provider, model } };
}

const withModel = (usage: ModelUsage, model = UNNAMED): ModelUsage =>
  usage.model === UNNAMED ? { ...usage, model } : usage;
