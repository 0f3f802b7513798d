/**
 * A run reports its usage as a running total. While it runs, the increase since the last report is
 * booked, provisionally: its price may be an estimate, or the charge for a price that is unknown.
 * The last total counts once the run has ended. Where it costs less, or is priced in another way,
 * what was booked is taken back and the total is booked instead.
 */
import { TOKENS_MAX, type CostEvent, type PriceStatus, type Usage } from '@muster/contracts';
import { centsAtHighestPrice, statusOfCents } from './price.ts';

type Amounts = Pick<CostEvent, 'costCents' | 'inputTokens' | 'outputTokens' | 'cachedInputTokens'>;

export interface BookedUsage extends Amounts {
  readonly bookings: number;
}

/** Usage of one price status. */
export interface UsagePart extends Amounts {
  readonly priceStatus: PriceStatus;
  readonly priceDate: string | null;
  readonly model: string;
}

export interface UsageTerms {
  readonly unknownCentsPerMillion: number;
  /** The most that one run may cost. */
  readonly maxCents: number;
}

const nothing: Amounts = { costCents: 0, inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };

export const nothingBooked: BookedUsage = { bookings: 0, ...nothing };

export interface UsageBooking {
  /** What was booked of the run is taken back first. */
  readonly isReplaced: boolean;
  readonly parts: readonly UsagePart[];
}

/** A part of what is booked of a run. */
type Provisional = Pick<CostEvent, 'priceStatus' | 'costCents'>;

/**
 * What to book for a report. `provisional`: what is booked of a run that has ended; nothing while it
 * runs. An agent may print any number, so each total is bounded by the
 * most that one report may have: otherwise it could spend the company's budget at once, or a sum
 * could overflow.
 */
export function decideUsage(
  booked: BookedUsage,
  usage: Usage,
  terms: UsageTerms,
  provisional: readonly Provisional[] | undefined,
): UsageBooking {
  const parts = partsOf(usage, terms).filter(isSomething);
  if (provisional && isLastWord(booked, parts, provisional)) {
    return { isReplaced: booked.bookings > 0, parts: withAllTokens(parts, booked) };
  }
  const increase = increaseOf(booked, usage, parts);
  return { isReplaced: false, parts: [increase].filter(isSomething) };
}

/**
 * A total with fewer tokens than are booked is older than they are, unless the provider has named
 * its price. One that is higher at the same prices is booked by its increase.
 */
function isLastWord(
  booked: BookedUsage,
  parts: readonly UsagePart[],
  provisional: readonly Provisional[],
): boolean {
  if (parts.length === 0) return false;
  const priced = new Map(parts.map(({ priceStatus, costCents }) => [priceStatus, costCents]));
  if (!priced.has('measured') && tokensOf(sumOf(parts)) < tokensOf(booked)) return false;
  if (booked.bookings === 0) return true;
  const before = new Map<PriceStatus, number>();
  for (const { priceStatus, costCents } of provisional) {
    before.set(priceStatus, (before.get(priceStatus) ?? 0) + costCents);
  }
  const isOtherwise = [...before].some(([status, cents]) => cents > (priced.get(status) ?? -1));
  const isDivided = parts.length > 1;
  return (
    isOtherwise ||
    (isDivided && [...priced].some(([status, cents]) => before.get(status) !== cents))
  );
}

/** While a run goes on, a smaller total takes nothing back: agents could hide what they spend. */
function increaseOf(booked: BookedUsage, usage: Usage, parts: readonly UsagePart[]): UsagePart {
  const { costCents } = sumOf(parts);
  const beyond = (reported: number, known: number): number =>
    Math.max(0, Math.min(reported, TOKENS_MAX) - known);
  return {
    costCents: Math.max(0, costCents - booked.costCents),
    inputTokens: beyond(usage.inputTokens, booked.inputTokens),
    outputTokens: beyond(usage.outputTokens, booked.outputTokens),
    cachedInputTokens: beyond(usage.cachedInputTokens, booked.cachedInputTokens),
    ...priceOfUsage(usage),
    model: usage.model,
  };
}

/**
 * The usage by its price. For an unknown price the charge is computed from all tokens, so that many
 * small reports are not each rounded up.
 */
function partsOf(usage: Usage, { unknownCentsPerMillion, maxCents }: UsageTerms): UsagePart[] {
  const { costCents, parts, model } = usage;
  const charged = (tokens: Omit<Amounts, 'costCents'>): number =>
    centsAtHighestPrice(tokens, unknownCentsPerMillion);
  if (costCents !== null || !parts) {
    const cents = Math.min(costCents ?? charged(usage), maxCents);
    return [{ ...bounded(usage), costCents: cents, ...priceOfUsage(usage), model }];
  }
  const { priced, unpriced } = parts;
  const pricedCents = Math.min(priced.costCents, maxCents);
  return [
    {
      ...bounded(priced),
      costCents: pricedCents,
      priceStatus: priced.priceStatus,
      priceDate: priced.priceDate ?? null,
      model: priced.model,
    },
    {
      ...bounded(unpriced),
      costCents: Math.min(charged(unpriced), maxCents - pricedCents),
      priceStatus: 'unknown',
      priceDate: null,
      model: unpriced.model,
    },
  ];
}

const bounded = ({ inputTokens, outputTokens, cachedInputTokens }: Omit<Amounts, 'costCents'>) => ({
  inputTokens: Math.min(inputTokens, TOKENS_MAX),
  outputTokens: Math.min(outputTokens, TOKENS_MAX),
  cachedInputTokens: Math.min(cachedInputTokens, TOKENS_MAX),
});

/** A report that calls its cents unknown contradicts itself: the cents are an estimate. */
function priceOfUsage(usage: Usage): Pick<UsagePart, 'priceStatus' | 'priceDate'> {
  const { costCents, priceStatus = 'measured', priceDate = null } = usage;
  if (costCents === null) return { priceStatus: 'unknown', priceDate: null };
  const status = priceStatus === 'unknown' ? 'estimated' : priceStatus;
  return { priceStatus: statusOfCents(costCents, usage, status), priceDate };
}

/** Tokens that were counted stay, where the last report has a price and leaves them out. */
function withAllTokens(parts: readonly UsagePart[], booked: BookedUsage): UsagePart[] {
  const total = sumOf(parts);
  const missing = (kind: keyof Amounts): number => Math.max(0, booked[kind] - total[kind]);
  return parts.map((part, index) =>
    index > 0
      ? part
      : {
          ...part,
          inputTokens: part.inputTokens + missing('inputTokens'),
          outputTokens: part.outputTokens + missing('outputTokens'),
          cachedInputTokens: part.cachedInputTokens + missing('cachedInputTokens'),
        },
  );
}

/** What is booked of the run once these parts are, each by a booking of its own. */
export const addParts = (booked: BookedUsage, parts: readonly UsagePart[]): BookedUsage => ({
  bookings: booked.bookings + parts.length,
  ...sumOf([booked, ...parts]),
});

export const sumOf = (amounts: readonly Amounts[]): Amounts =>
  amounts.reduce(
    (sum, each) => ({
      costCents: sum.costCents + each.costCents,
      inputTokens: sum.inputTokens + each.inputTokens,
      outputTokens: sum.outputTokens + each.outputTokens,
      cachedInputTokens: sum.cachedInputTokens + each.cachedInputTokens,
    }),
    nothing,
  );

const tokensOf = ({ inputTokens, outputTokens, cachedInputTokens }: Amounts): number =>
  inputTokens + outputTokens + cachedInputTokens;

const isSomething = (amounts: Amounts): boolean => amounts.costCents > 0 || tokensOf(amounts) > 0;
