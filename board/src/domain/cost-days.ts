/** Costs of the days of a month, split by kind, as a picture shows them: a bar a day, a segment a kind. */
import type { CostEvent } from '@muster/contracts';

export interface Sum {
  readonly costCents: number;
  /** The part whose price is unknown: it is charged, and not measured. */
  readonly unknownCents: number;
  readonly unknownEvents?: number | undefined;
}

export interface PartOfDay extends Pick<Sum, 'costCents' | 'unknownCents'> {
  readonly agentId?: string | undefined;
  readonly projectId?: string | null | undefined;
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
}

export interface CostDay extends Sum {
  readonly day: string;
  readonly parts?: readonly PartOfDay[] | undefined;
}

export interface Segment {
  /** undefined: all others. */
  readonly kind: string | undefined;
  readonly cents: number;
  readonly unknownCents: number;
}

export interface Bar {
  readonly day: string;
  readonly cents: number;
  readonly segments: readonly Segment[];
  /** Costs with no known price, also where they are charged with nothing. */
  readonly hasUnknown: boolean;
  /** Of the month up to this day. */
  readonly soFarCents: number;
}

/** As many as can be told apart by colour. */
export const KINDS_MAX = 8;

export const kindOf = ({ agentId, projectId, provider, model }: PartOfDay): string => {
  if (model !== undefined) return `${provider ?? ''}/${model}`;
  return agentId ?? projectId ?? 'none';
};

/** The most expensive kinds of the whole period, first. */
export function kindsOf(days: readonly CostDay[]): readonly string[] {
  const sums = new Map<string, number>();
  for (const part of days.flatMap(({ parts = [] }) => parts)) {
    const kind = kindOf(part);
    sums.set(kind, (sums.get(kind) ?? 0) + part.costCents);
  }
  return [...sums]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, KINDS_MAX)
    .map(([kind]) => kind);
}

/** A bar for each day of the calendar; what was taken back leaves no bar below zero. */
export function barsOf(calendar: readonly string[], days: readonly CostDay[]): readonly Bar[] {
  const kinds = kindsOf(days);
  const byDay = new Map(days.map((day) => [day.day, day]));
  let soFarCents = 0;
  return calendar.map((day) => {
    const costs = byDay.get(day) ?? { day, costCents: 0, unknownCents: 0 };
    soFarCents += costs.costCents;
    return {
      day,
      cents: costs.costCents,
      segments: segmentsOf(costs, kinds),
      hasUnknown: costs.unknownCents > 0 || (costs.unknownEvents ?? 0) > 0,
      soFarCents,
    };
  });
}

function segmentsOf(day: CostDay, kinds: readonly string[]): readonly Segment[] {
  const named = kinds.flatMap((kind): readonly Segment[] => {
    const part = day.parts?.find((each) => kindOf(each) === kind);
    return part ? [{ kind, cents: part.costCents, unknownCents: part.unknownCents }] : [];
  });
  const rest = {
    kind: undefined,
    cents: day.costCents - named.reduce((sum, { cents }) => sum + cents, 0),
    unknownCents: day.unknownCents - named.reduce((sum, each) => sum + each.unknownCents, 0),
  };
  return [...named, rest].filter(({ cents }) => cents > 0);
}

/** What a model had of some costs. */
export interface ModelPart {
  readonly model: string;
  readonly cents: number;
}

/** Costs by their model, the dearest first; what was taken back is subtracted. */
export function byModel(
  costs: readonly Pick<CostEvent, 'model' | 'costCents'>[],
): readonly ModelPart[] {
  const cents = new Map<string, number>();
  for (const { model, costCents } of costs) cents.set(model, (cents.get(model) ?? 0) + costCents);
  return [...cents]
    .map(([model, sum]) => ({ model, cents: sum }))
    .toSorted((one, other) => other.cents - one.cents);
}
